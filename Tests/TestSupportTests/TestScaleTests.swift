import TestSupport
import Testing

@Suite("Seeds and sizes of tests")
struct TestScaleTests {
  @Test("The gate has two seeds, the same in every run")
  func gate() {
    let scale = TestScale(environment: [:])
    #expect(!scale.isSoak)
    #expect(scale.seeds == [1, 2])
  }

  @Test("A soak begins with its seed, and the others follow from it")
  func soak() {
    let scale = TestScale(environment: ["TANADA_SOAK_SEED": "77"])
    #expect(scale.isSoak)
    #expect(scale.seeds.count == 10 && scale.seeds.first == 77)
    #expect(Set(scale.seeds).count == 10)
    #expect(scale == TestScale(environment: ["TANADA_SOAK_SEED": "77"]))
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
    #expect(!small.isSoak && small.seeds == [seeds[index]])
  }
}
