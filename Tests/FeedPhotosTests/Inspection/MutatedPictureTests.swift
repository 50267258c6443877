import FeedModel
import FeedPhotos
import Foundation
import TestSupport
import Testing

/// No damage to a picture crashes an inspection or keeps it busy.
@Suite struct MutatedPictureTests {
  /// How many damaged pictures are inspected with each seed: 500, or `TANADA_MUTATIONS`.
  private static let count =
    ProcessInfo.processInfo.environment["TANADA_MUTATIONS"].flatMap { Int($0) } ?? 500

  @Test(.hangLimit, arguments: SeededGenerator.seeds)
  func aDamagedPictureIsInspectedOrRefused(seed: UInt64) async throws {
    // In a process of its own, so that a crash has a seed.
    await #expect(processExitsWith: .success, "seed \(seed)") { [seed = seed as UInt64] in
      try MutatedPictureTests().inspect(seed: seed)
    }
  }

  private func inspect(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pictures = try SmallPictures.samples() + SmallPictures.handmade.map(\.bytes)
    for round in 0..<Self.count {
      let damaged = damage(
        pictures.randomElement(using: &random) ?? [],
        with: pictures.randomElement(using: &random) ?? [], &random)
      if let inspection = try? damaged.inspect() { check(inspection, "round \(round)") }
    }
  }

  private func check(_ inspection: PictureInspection, _ comment: Comment) {
    #expect((inspection.width == nil) == (inspection.height == nil), comment)
    #expect(inspection.width ?? 1 > 0 && inspection.height ?? 1 > 0, comment)
    #expect((1...8).contains(inspection.orientation ?? 1), comment)
    #expect((1...8).contains(inspection.appliedOrientation), comment)
    #expect(inspection.camera.make?.isEmpty != true, comment)
    #expect(inspection.camera.focalLength?.isFinite != false, comment)
    #expect(inspection.camera.iso ?? 0 >= 0, comment)
  }

  /// `picture` with one to four changes, some of which put parts of `other` into it.
  private func damage(
    _ picture: [UInt8], with other: [UInt8], _ random: inout SeededGenerator
  ) -> [UInt8] {
    var bytes = picture
    for _ in 0..<Int.random(in: 1...4, using: &random) where bytes.count > 8 {
      // The heads are where the numbers are.
      let end = Bool.random(using: &random) ? bytes.count - 4 : min(400, bytes.count - 4)
      let index = Int.random(in: 0..<end, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes[index] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
      case 2: bytes.removeLast(bytes.count - index)
      case 3: bytes.remove(at: index)
      // Lengths, counts and offsets: exchanged, the largest, and the largest with a sign.
      case 4: bytes.swapAt(index, index + Int.random(in: 1...3, using: &random))
      case 5:
        let number: [UInt8] =
          Bool.random(using: &random) ? [255, 255, 255, 255] : [127, 255, 255, 255]
        bytes.replaceSubrange(index..<index + 4, with: number)
      case 6:
        let from = Int.random(in: 0..<other.count - 4, using: &random)
        bytes.replaceSubrange(index..<index + 4, with: other[from..<from + 4])
      default:
        let length = min(bytes.count - index, Int.random(in: 1...80, using: &random))
        bytes.insert(contentsOf: bytes[index..<index + length], at: index)
      }
    }
    return bytes
  }
}
