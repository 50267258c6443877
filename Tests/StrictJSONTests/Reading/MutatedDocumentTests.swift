import FeedEntities
import FeedModel
import Foundation
import StrictJSON
import TestSupport
import Testing

struct MutatedDocumentTests {
  @Test(
    "A damaged file is read or refused, never half read and never a crash",
    arguments: SeededGenerator.seeds)
  func mutations(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let sample = try Data(contentsOf: PackageFiles.seeds.appending(path: "campaign_banners.json"))
    let original = Decoding<CampaignBanner>(sample).values

    for round in 0..<300 {
      let damaged = mutate(sample, with: &random)
      let whole = Decoding<CampaignBanner>(damaged)
      let size = Int.random(in: 1...100, using: &random)
      #expect(
        Decoding<CampaignBanner>(damaged, piecesOf: size) == whole,
        "round \(round), pieces of \(size): \(String(decoding: damaged, as: UTF8.self))")
      guard whole.problems.isEmpty else { continue }
      // Accepted: then it is JSON by another reader's judgement, and holds as many items.
      let other = (try? JSONSerialization.jsonObject(with: damaged)) as? [String: Any]
      #expect(other != nil, "round \(round): \(String(decoding: damaged, as: UTF8.self))")
      #expect((other?["result"] as? [Any])?.count == whole.values.count)
      #expect(whole.values.count <= original.count * 2)
    }
  }

  private func mutate(_ document: Data, with random: inout SeededGenerator) -> Data {
    var bytes = [UInt8](document)
    for _ in 0..<Int.random(in: 1...3, using: &random) where bytes.count > 2 {
      let index = Int.random(in: 0..<bytes.count - 1, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes.removeLast(bytes.count - index)
      case 2: bytes.remove(at: index)
      case 3: bytes.swapAt(index, index + 1)
      case 4: bytes[index] = "{}[]\",:\\0\u{0}\n".utf8.randomElement(using: &random) ?? 0
      default:
        let end = min(bytes.count, index + Int.random(in: 1...80, using: &random))
        bytes.insert(contentsOf: bytes[index..<end], at: index)
      }
    }
    return Data(bytes)
  }
}
