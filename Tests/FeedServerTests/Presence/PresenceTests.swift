import FeedModel
import FeedStore
import Foundation
import TestSupport
import Testing

@testable import FeedServer

/// Who has what open in the studio.
@Suite(.server(publishes: false)) struct PresenceTests {
  private static let news = "content/recent_news/3"

  /// What others have open, by the names of their studios.
  private static func note(_ studio: String, _ subjects: [String], _ headers: [String: String])
    async throws -> [String: [String]]
  {
    let body = try JSONSerialization.data(withJSONObject: ["studio": studio, "subjects": subjects])
    let answer = try await server.send(
      "POST", "/v1/presence", headers, json: String(decoding: body, as: UTF8.self), is: 200)
    #expect(answer.header("Cache-Control") == "no-store")
    #expect(try answer.object()["expires_in"] as? Int == 30)
    let others = try #require(try answer.object()["others"] as? [[String: Any]])
    return Dictionary(
      try others.map { other in
        let name = try #require(other["name"] as? String)
        let studio = try #require(other["studio"] as? String)
        return ("\(name) \(studio)", try #require(other["subjects"] as? [String]))
      }, uniquingKeysWith: +)
  }

  @Test(.server) func othersSeeWhatIsOpenUntilItIsClosed() async throws {
    let anna = try await server.session(.editor)
    let ben = try await server.session(.contributor, name: "Ben")
    #expect(try await Self.note("a", [Self.news], anna) == [:])
    #expect(try await Self.note("b", [Self.news, "x/1"], ben) == ["Anna a": [Self.news]])
    // A second window of Anna's, and Ben's name for a window of hers.
    let two = try await Self.note("b", ["x/2"], anna)
    #expect(two == ["Anna a": [Self.news], "Ben b": [Self.news, "x/1"]])
    #expect(
      try await Self.note("a", [], anna) == ["Anna b": ["x/2"], "Ben b": [Self.news, "x/1"]])
    #expect(try await Self.note("b", [], ben) == ["Anna b": ["x/2"]])
  }

  @Test(.server) func anEntryCountsForHalfAMinute() async throws {
    let anna = try await server.session(.editor)
    let ben = try await server.session(.viewer, name: "Ben")
    _ = try await Self.note("a", [Self.news], anna)
    server.clock.advance(by: .milliseconds(29_999))
    #expect(try await Self.note("b", [Self.news], ben).count == 1)
    server.clock.advance(by: .milliseconds(1))
    #expect(try await Self.note("b", [Self.news], ben) == [:])
    #expect(try await Self.note("a", [Self.news], anna).count == 1)
  }

  @Test(.noServer) func theOldestOfTooManyIsForgotten() {
    let board = PresenceBoard(maximumCount: 3)
    func note(_ studio: String, _ second: Int, isOpen: Bool = true) -> [String] {
      board.note(
        PresenceBoard.Visitor(tokenID: 1, studio: studio), named: "Anna",
        subjects: isOpen ? [Self.news] : [], at: Uptime(nanoseconds: Int64(second) * 1_000_000_000)
      ).map(\.visitor.studio)
    }
    for (second, studio) in ["a", "b", "c", "a"].enumerated() { _ = note(studio, second) }
    #expect(note("d", 4) == ["a", "b", "c"])
    // Who said so last a while ago is the oldest, and who leaves makes room.
    #expect(note("x", 5, isOpen: false) == ["a", "c", "d"])
    #expect(note("c", 6, isOpen: false) == ["a", "d"])
    #expect(note("e", 7) == ["a", "d"])
    #expect(note("x", 8, isOpen: false) == ["a", "d", "e"])
  }

  @Test(.noServer) func nobodyMakesOthersBeForgotten() {
    let board = PresenceBoard(maximumCount: 12)
    func note(_ token: Int, _ studio: String, _ second: Int) -> [String] {
      board.note(
        PresenceBoard.Visitor(tokenID: token, studio: studio), named: "\(token)",
        subjects: [Self.news], at: Uptime(nanoseconds: Int64(second) * 1_000_000_000)
      ).map { "\($0.name)\($0.visitor.studio)" }
    }
    _ = note(1, "a", 0)
    for number in 1...99 { _ = note(2, "x\(number)", 1) }
    // Of the windows of one person the last ones count.
    let others = note(1, "b", 2)
    #expect(others.contains("1a"))
    #expect(others.count == 1 + PresenceBoard.maximumCountOfToken)
    for number in 1...9 { _ = note(3, "y\(number)", 3) }
    let all = note(3, "z", 4)
    #expect(all.count == 12 && all.contains("1a") && all.contains("1b"), "\(all)")
  }

  @Test(.noServer) func anAnswerIsNoLongerThanItsBound() {
    let board = PresenceBoard()
    let long = (1...20).map { "x/\(String(repeating: "a", count: 190))\($0)" }
    func note(_ token: Int, _ subjects: [String]) -> [PresenceBoard.Entry] {
      board.note(
        PresenceBoard.Visitor(tokenID: token, studio: "s"), named: "N\(token)",
        subjects: subjects, at: Uptime(nanoseconds: Int64(token)))
    }
    _ = note(1, long + [Self.news])
    for token in 2...500 { _ = note(token, long) }
    let others = note(999, [Self.news])
    let size = others.flatMap(\.subjects).reduce(0) { $0 + $1.utf8.count }
    #expect(size > 1_000 && size <= PresenceBoard.maximumAnswerSize)
    // Who has the same open is told in any case, however long ago.
    #expect(others.contains { $0.name == "N1" })
    #expect(others.contains { $0.name == "N500" })
    #expect(others.map(\.name) == others.map(\.name).sorted())
  }

  @Test(arguments: [
    (#"{"studio":"","subjects":[]}"#, ["/studio"]),
    (#"{"studio":"a b","subjects":["x",""]}"#, ["/studio", "/subjects/1"]),
    (#"{"studio":"a","subjects":["a\nb","<b>"]}"#, ["/subjects/0", "/subjects/1"]),
    (#"{"subjects":"x","name":"Ben"}"#, ["/studio", "/subjects", "/name"]),
  ])
  func everyProblemOfAPresenceIsListed(json: String, pointers: [String]) async throws {
    let anna = try await server.bearer(.viewer)
    try await server.send("POST", "/v1/presence", anna, json: json, is: 422, pointers: pointers)
    let long = Array(repeating: #""x""#, count: 21).joined(separator: ",")
    let many = try await server.send(
      "POST", "/v1/presence", anna, json: #"{"studio":"a","subjects":[\#(long)]}"#)
    #expect(try many.pointers() == ["/subjects"])
  }
}
