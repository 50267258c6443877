import TestSupport
import Testing

@Suite("Seeds and sizes of tests")
struct TestScaleTests {
  @Test("The gate has one seed, the same in every run")
  func gate() {
    for environment in [[:], ["TANADA_TEST_SCALE": ""], ["TANADA_TEST_SCALE": "gate"]] {
      let scale = TestScale(environment: environment)
      #expect(scale.size == .gate && !scale.isAll && !scale.isSoak)
      #expect(scale.seeds == [1])
    }
  }

  @Test("Everything has a second seed, the same in every run")
  func all() {
    let scale = TestScale(environment: ["TANADA_TEST_SCALE": "all"])
    #expect(scale.size == .all && scale.isAll && !scale.isSoak)
    #expect(scale.seeds == [1, 2])
  }

  @Test("A soak begins with its seed, and the others follow from it")
  func soak() {
    let scale = TestScale(environment: ["TANADA_SOAK_SEED": "77"])
    #expect(scale.isSoak && scale.isAll)
    #expect(scale.seeds.count == 10 && scale.seeds.first == 77)
    #expect(Set(scale.seeds).count == 10)
    #expect(
      scale == TestScale(environment: ["TANADA_SOAK_SEED": "77", "TANADA_TEST_SCALE": "all"]))
    let other = TestScale(environment: ["TANADA_SOAK_SEED": "78"])
    #expect(Set(other.seeds).isDisjoint(with: scale.seeds))
  }

  @Test("A failure is repeated by its seed alone", arguments: [0, 1, 9])
  func repetition(index: Int) {
    let seeds = TestScale(environment: ["TANADA_SOAK_SEED": "77"]).seeds
    let again = TestScale(
      environment: ["TANADA_SOAK_SEED": "\(seeds[index])", "TANADA_SOAK_SEEDS": "1"])
    #expect(again.isSoak && again.seeds == [seeds[index]])
    let small = TestScale(environment: ["TANADA_TEST_SEED": "\(seeds[index])"])
    #expect(!small.isAll && small.seeds == [seeds[index]])
    let large = TestScale(
      environment: ["TANADA_TEST_SEED": "\(seeds[index])", "TANADA_TEST_SCALE": "all"])
    #expect(large.isAll && large.seeds == [seeds[index]])
  }
}
