import Foundation
import FeedPublisher
import TestSupport
import Testing

/// Layouts that go on from the state of a former answer.
struct PagedCalculationTests {
  private static let types = ["uniform_grid", "staggered_grid", "justified_rows"]

  private func answer(
    _ type: String, _ options: [String: String] = [:], items: Range<Int> = 0..<0
  ) throws -> [String: JSONValue] {
    let calculation = try #require(Calculations.layout(named: type))
    let list = items.map {
      #"{"id":\#($0 + 1),"width":\#(100 + $0 * 37 % 90),"height":\#(80 + $0 * 53 % 70)}"#
    }
    let document = Data("[\(list.joined(separator: ","))]".utf8)
    let bytes = try calculation.init(options).answer(items: document)
    guard case .object(let members) = try JSONValue.parse(bytes) else { return [:] }
    return members
  }

  private func stateText(_ answer: [String: JSONValue]) throws -> String {
    String(decoding: try JSONEncoder().encode(try #require(answer["state"])), as: UTF8.self)
  }

  /// The problem that `state` is, with an answer of one item and `options`.
  private func problem(
    _ type: String, state: String, _ options: [String: String] = [:]
  ) throws -> OptionProblem {
    try #require(throws: OptionProblem.self) {
      try answer(type, options.merging(["state": state]) { $1 }, items: 0..<1)
    }
  }

  private func frames(_ answer: [String: JSONValue]) throws -> [JSONValue] {
    guard case .array(let frames) = answer["frames"] else { return [] }
    return frames
  }

  @Test(
    "A calculation ends when its task is cancelled",
    arguments: Calculations.sections.map { $0.name })
  func cancellation(type: String) async throws {
    for options in [[:], ["with_state": "true"]] where options.isEmpty || Self.types.contains(type)
    {
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try answer(type, options, items: 0..<3)
      }
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Test("Pages of any size have the frames of the whole list", arguments: types)
  func pages(type: String) throws {
    let whole = try answer(type, items: 0..<23)
    for size in 1...6 {
      var drawn: [JSONValue: JSONValue] = [:]
      var options = ["with_state": "true"]
      var last: [String: JSONValue] = [:]
      for start in stride(from: 0, to: 23, by: size) {
        last = try answer(type, options, items: start..<min(23, start + size))
        for case .object(let frame) in try frames(last) {
          drawn[try #require(frame["id"])] = .object(frame)
        }
        options["state"] = try stateText(last)
      }
      for case .object(let frame) in try frames(whole) {
        #expect(drawn[try #require(frame["id"])] == .object(frame))
      }
      #expect(drawn.count == 23)
      #expect(last["content_size"] == whole["content_size"])
    }
  }

  @Test("What is no state, or that of no grid, is refused as the state", arguments: types)
  func impossibleStates(type: String) throws {
    let state = try stateText(try answer(type, ["with_state": "true"], items: 0..<3))
    var bad = ["", "{}", "null", "[]", "7", "{", String(repeating: "[", count: 100_000)]
    bad.append(#"{"viewport_width":390,"# + state.dropFirst())  // a name that is used twice
    for number in ["-1", "1e400", "9223372036854775807", "1e308", "\"a\"", "null"] {
      for name in ["viewport_width", "spacing", "item_count"] {
        bad.append(
          state.replacing(try Regex(#""\#(name)":[0-9.]+"#), with: "\"\(name)\":\(number)"))
      }
    }
    for text in bad { #expect(try problem(type, state: text).option == "state", "\(text)") }
  }

  @Test("A state of another width or of other options is refused as the state", arguments: types)
  func otherStates(type: String) throws {
    let state = try stateText(try answer(type, ["with_state": "true"], items: 0..<3))
    for other in [["width": "391"], ["spacing": "7"], ["inset": "0"]] {
      #expect(try problem(type, state: state, other).option == "state")
    }
    #expect(try problem(type, state: state, ["changes": "true"]).option == "changes")
    for stranger in Self.types where stranger != type {
      #expect(try problem(stranger, state: state).option == "state")
    }
    #expect(
      try problem(type, state: state, ["width": "391"]).expected
        == "a state with the same width, 391 points")
  }

  @Test("Edges at the ends of all numbers are an answer, and not a trap")
  func extremes() throws {
    let column = #"{"balance_height":1e308,"height":1.7e308,"item_count":1}"#
    let edge = #"{"columns":[\#(column),\#(column)],"item_count":2}"#
    let state = #"{"viewport_width":390,"spacing":8,"inset":8,"end":\#(edge),"start":\#(edge)}"#
    for options in [[:], ["prepend": "true"], ["device_scale": "4", "y_range": "-5,5"]] {
      let page = try answer(
        "staggered_grid", options.merging(["state": state, "with_state": "true"]) { $1 },
        items: 0..<3)
      #expect(try frames(page).count == 3)
      guard case .object(let size) = page["content_size"] else { return }
      #expect(size["height"] == .number(.greatestFiniteMagnitude))
    }
  }

  @Test("What needs all items cannot go on, and says so")
  func wholeOnly() throws {
    #expect(throws: OptionProblem.self) { try answer("staggered_grid", ["prepend": "true"]) }
    #expect(throws: (any Error).self) {
      try answer("staggered_grid", ["placement": "balanced", "with_state": "true"])
    }
    #expect(throws: OptionProblem.self) {
      try answer("justified_rows", ["breaks": "optimal", "with_state": "true"])
    }
    let state = try stateText(try answer("staggered_grid", ["with_state": "true"]))
    #expect(
      try problem("staggered_grid", state: state, ["explain": "true"]).option == "explain")
  }

  @Test("A composition has no pages, and a drawing none either", arguments: types)
  func compositions(type: String) throws {
    let section = try #require(Calculations.sections.first { $0.name == type })
    for name in ["state", "with_state", "prepend"] {
      let problem = try #require(throws: OptionProblem.self) { try section.recipe([name: "true"]) }
      #expect(problem.option == name)
    }
    let state = try stateText(try answer(type, ["with_state": "true"]))
    let problem = try #require(throws: OptionProblem.self) {
      try section.init(["state": state]).layout(of: Data("[]".utf8))
    }
    #expect(problem.option == "state")
  }
}
