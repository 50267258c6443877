import FeedLayout
import TestSupport
import Testing

struct StackTransformTests {
  struct Vectors: Decodable {
    let card: Card
    let effect: String
    let samples: [Sample]

    struct Card: Decodable {
      let width: Double
      let height: Double
    }
  }

  struct Sample: Decodable, Sendable, CustomTestStringConvertible {
    let progress: Double
    let scale: Double
    let tx: Double
    let ty: Double
    let alpha: Double
    let rotation: Double
    let zIndex: Double
    var testDescription: String { "progress \(progress)" }

    enum CodingKeys: String, CodingKey {
      case progress, scale, tx, ty, alpha, rotation
      case zIndex = "z_index"
    }
  }

  static let vectors = Result {
    try ConformanceCase.decode(Vectors.self, from: "stack-default.json")
  }

  @Test(
    "A card moves as in the library the screens use",
    arguments: (try? vectors.get().samples) ?? [])
  func sample(expected: Sample) throws {
    let card = try Self.vectors.get().card
    let sample = StackTransform.default.sample(
      at: expected.progress, page: Size(width: card.width, height: card.height))
    // The vectors were written down with six decimals.
    #expect(abs(sample.scale - expected.scale) < 1e-6)
    #expect(abs(sample.tx - expected.tx) < 1e-6)
    #expect(abs(sample.ty - expected.ty) < 1e-6)
    #expect(abs(sample.alpha - expected.alpha) < 1e-6)
    #expect(abs(sample.rotation - expected.rotation) < 1e-6)
    #expect(sample.zIndex == expected.zIndex)
  }

  @Test("The vectors are those of the transform")
  func names() throws {
    let vectors = try Self.vectors.get()
    #expect(vectors.effect == StackTransform.default.name)
    #expect(vectors.samples.count == 13)
  }

  @Test("A card far outside the pile is invisible and keeps its limits", arguments: [-1e6, 1e6])
  func farAway(progress: Double) {
    let sample = StackTransform.default.sample(
      at: progress, page: Size(width: 270, height: 360))
    #expect(sample.alpha == 0)
    #expect((0...1).contains(sample.scale))
    #expect(sample.zIndex == -1e6)
  }
}
