import Foundation
import FeedPublisher
import StrictJSON
import TestSupport
import Testing

/// Items that a layout cannot draw are named in its answer, which has the others.
struct UndrawableItemsTests {
  private static let items = [
    #"{"id":1,"width":3,"height":4}"#, #"{"id":2,"width":1,"height":1e9,"column_span":9}"#,
    #"{"id":3,"width":2,"height":1}"#, #"{"id":4,"width":1e9,"height":1e-9,"column_span":9}"#,
    #"{"id":5,"width":1,"height":1}"#,
  ]
  private static let drawable = [0, 2, 4].map { items[$0] }

  private func answer(
    _ type: String, _ options: [String: String] = [:], _ items: [String]
  ) throws -> JSONValue {
    let calculation = try #require(Calculations.layout(named: type))
    let document = Data("[\(items.joined(separator: ","))]".utf8)
    return try JSONValue.parse(calculation.init(options).answer(items: document))
  }

  private static let span = "expected a column span of 1 to 2, found 9"
  private static let size = "expected a picture size that can be laid out, found "

  @Test(
    "The answer is that of the others, with the errors",
    arguments: [
      ("staggered_grid", [:], [span, span]), ("uniform_grid", [:], [span, span]),
      ("staggered_grid", ["columns": "9"], [size + "1 × 1000000000"]),
      ("staggered_grid", ["placement": "balanced"], [span, span]),
      ("staggered_grid", ["explain": "true"], [span, span]),
      ("carousel", [:], [size + "1 × 1000000000", size + "1000000000 × 1e-09"]),
      (
        "carousel", ["item_height": "100", "offset": "3"],
        [
          size + "1 × 1000000000", size + "1000000000 × 1e-09",
        ]
      ),
    ] as [(String, [String: String], [String])])
  func errors(type: String, options: [String: String], details: [String]) throws {
    let drawn =
      details.count == 2
      ? Self.drawable : Self.items.enumerated().filter { $0.offset != 1 }.map(\.element)
    let whole = try answer(type, options, Self.items)
    let errors = whole["errors"].elements
    #expect(errors.map { $0["detail"].text } == details)
    #expect(errors.compactMap { $0["item"].number } == (details.count == 2 ? [2, 4] : [2]))
    guard case .object(var members) = whole,
      case .object(let others) = try answer(type, options, drawn)
    else {
      Issue.record("\(whole)")
      return
    }
    members["errors"] = nil
    #expect(members == others)
  }

  @Test("A layout that draws everything has no errors")
  func none() throws {
    for type in ["shelf", "justified_rows", "mosaic", "list", "card_stack"] {
      let answer = try answer(type, [:], Self.items)
      #expect(answer["frames"].elements.count == 5, "\(type)")
      #expect(answer["errors"] == .null, "\(type)")
    }
  }

  @Test(
    "A page that follows a state is that of the others, too",
    arguments: ["staggered_grid", "uniform_grid"], [false, true])
  func pages(type: String, goesUp: Bool) throws {
    guard type == "staggered_grid" || !goesUp else { return }
    let first = try answer(type, ["with_state": "true"], Array(Self.items[..<2]))
    #expect(first["errors"].elements.count == 1)
    let state = String(decoding: try JSONEncoder().encode(first["state"]), as: UTF8.self)
    var options = ["state": state, "with_state": "true"]
    if goesUp { options["prepend"] = "true" }
    let next = try answer(type, options, Array(Self.items[2...]))
    #expect(next["errors"].elements.compactMap { $0["item"].number } == [4])
    let others = try answer(type, options, Array(Self.drawable[1...]))
    #expect(next["frames"] == others["frames"] && next["state"] == others["state"])
  }

  @Test("An item whose size cannot be read is a problem of the document")
  func unreadable() {
    #expect(throws: DocumentProblems.self) {
      try answer("staggered_grid", [:], [#"{"id":1,"width":0,"height":1}"#])
    }
  }
}
