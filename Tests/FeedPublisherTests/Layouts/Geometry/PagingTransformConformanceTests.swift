import FeedLayout
import Foundation
import FeedPublisher
import TestSupport
import Testing

/// Every number of every paging effect, as written by other hands in another language.
struct PagingTransformConformanceTests {
  @Test("A card moves as in the library the screens use", arguments: PagingEffect.allCases)
  func sample(effect: PagingEffect) throws {
    let vectors = try ConformanceCase.parse("transforms/\(effect.name).json")
    let samples = vectors["samples"].elements
    #expect(samples.count >= 5)
    let pieceCount = Int(try #require(vectors["piece_count"].number))
    let page = Size(
      width: try #require(vectors["card"]["width"].number),
      height: try #require(vectors["card"]["height"].number))

    for expected in samples {
      let progress = try #require(expected["progress"].number)
      let published = try JSONValue.parse(
        Self.sample(of: effect, at: progress, size: "\(page.width)x\(page.height)"))
      let count = progress == 0 ? 0 : pieceCount
      #expect(published["pieces"].elements.count == count)
      let differences = published.choosingPieces(of: expected).differences(from: expected)
      #expect(differences.isEmpty, "\(progress): \(differences.joined(separator: "\n"))")
    }
  }

  @Test("There is a case for every effect and no other")
  func cases() {
    #expect(Set(ConformanceCase.transforms) == Set(PagingEffect.allCases.map(\.name)))
  }

  @Test("The members of a sample come in the published order")
  func order() throws {
    let effect = try #require(PagingEffect(name: "stack.blur"))
    let text = try Self.sample(of: effect, at: -7, size: "100x100")
    let members = [
      #"{"effect":"stack.blur","progress":-7,"scale":0.29999999999999993,"tx":-73,"ty":0,"#,
      #""alpha":0,"rotation":0,"z_index":-7,"blur":0.08,"shadow":{"offset":"#,
      ##"{"width":0,"height":0},"radius":8,"opacity":0.1,"color":"#000000ff"}}"##,
    ]
    #expect(String(decoding: text, as: UTF8.self) == members.joined())
  }

  private static func sample(
    of effect: PagingEffect, at progress: Double, size: String
  ) throws -> [UInt8] {
    try TransformCalculation(["effect": effect.name, "progress": "\(progress)", "size": size])
      .answer(items: Data())
  }
}

extension JSONValue {
  /// This sample with only those pieces that `expected` has, in its order.
  fileprivate func choosingPieces(of expected: JSONValue) -> JSONValue {
    guard case .object(var members) = self, members["pieces"] != nil else { return self }
    members["pieces"] = .array(
      expected["pieces"].elements.compactMap { piece in
        self["pieces"].elements.first {
          $0["row"] == piece["row"] && $0["column"] == piece["column"]
        }
      })
    return .object(members)
  }
}
