import FeedEditing
import FeedModel
import FeedStore
import Foundation
import Testing
import TestSupport

@Suite(.server(publishes: false)) struct IdempotencyTests {
  private static let body =
    #"{"banner_contents_id":7,"banner_url":"https://example.com/new.jpg"}"#
  private static let path = "/v1/content/campaign_banners"

  @Test(arguments: [
    (path, body),
    ("/v1/batch", "[{\"op\":\"create\",\"kind\":\"campaign_banners\",\"body\":\(body)}]"),
  ])
  func aRequestThatIsTriedAgainIsDoneOnce(path: String, body: String) async throws {
    var editor = try await server.bearer(.editor)
    editor["Idempotency-Key"] = "\"8e03978e-40d5\""
    let first = try await server.send("POST", path, editor, json: body)
    #expect([200, 201].contains(first.status))
    #expect(first.header("Idempotency-Replayed") == nil)
    // Meanwhile the item changes: the answer is the one that was given.
    try await server.send(
      "PATCH", "\(Self.path)/7", try await server.bearer(.editor), json: #"{"draft":true}"#)
    // The draft's quotation marks may be left out.
    editor["Idempotency-Key"] = "8e03978e-40d5"
    let second = try await server.send("POST", path, editor, json: body, is: first.status)
    #expect(second.body == first.body)
    #expect(second.header("Idempotency-Replayed") == "true")
    for name in ["Location", "ETag", "X-Tanada-Revision", "Content-Type"] {
      #expect(second.header(name) == first.header(name), "\(name)")
    }
    let items = try await server.store.items(of: .campaignBanners, after: 0, limit: 100)
    #expect(items.count == 7)
  }

  @Test func aKeyBelongsToARequestAndAToken() async throws {
    var anna = try await server.bearer(.editor)
    var ben = try await server.bearer(.editor, name: "Ben")
    anna["Idempotency-Key"] = "a"
    ben["Idempotency-Key"] = "a"
    try await server.send("POST", Self.path, anna, json: Self.body, is: 201)
    try await server.send(
      "POST", Self.path, anna, json: Self.body + " ", is: 422, code: "idempotency_key_reused")
    try await server.send("POST", "/v1/content/recent_news", anna, json: Self.body, is: 422)
    let first = try await server.send("POST", Self.path, ben, json: Self.body, is: 201)
    #expect(first.header("Idempotency-Replayed") == nil)
  }

  @Test func whatFailedCanBeTriedAgain() async throws {
    var editor = try await server.bearer(.editor)
    editor["Idempotency-Key"] = "a"
    let taken = #"{"id":3,"banner_contents_id":7,"banner_url":"https://example.com/new.jpg"}"#
    try await server.send("POST", Self.path, editor, json: taken, is: 409)
    try await server.send("POST", Self.path, editor, json: Self.body, is: 201)
  }

  /// The format of recorded answers: those that an older tanada has recorded are replayed as well.
  @Test func aRecordedAnswerIsReplayedToTheByte() async throws {
    var editor = try await server.bearer(.editor)
    editor["Idempotency-Key"] = "a"
    let key = IdempotencyKey(tokenID: 1, key: "a")
    let request = Idempotency(
      key: key, method: "POST", target: Self.path, body: Data(Self.body.utf8))
    let answer = #"{"status":201,"headers":{"ETag":"\"ab\"","Location":"\/x"}}"# + "\n{\n}\n"
    try await server.store.write {
      try $0.keep(
        IdempotencyRecord(fingerprint: request.fingerprint, answer: Array(answer.utf8)), for: key)
    }
    let headers = editor
    let replayed = try await DescribedClient.withoutDescription {
      try await server.send("POST", Self.path, headers, json: Self.body)
    }
    #expect(replayed.status == 201)
    #expect(replayed.body == Data("{\n}\n".utf8))
    #expect(replayed.header("ETag") == "\"ab\"")
    #expect(replayed.header("Location") == "/x")
    #expect(replayed.header("Idempotency-Replayed") == "true")
  }

  @Test func manyAtOnceAreDoneOnce() async throws {
    var editor = try await server.bearer(.editor)
    editor["Idempotency-Key"] = "a"
    let headers = editor
    let bodies = try await withThrowingTaskGroup(of: Data.self) { group in
      for _ in 1...20 {
        group.addTask { try await server.send("POST", Self.path, headers, json: Self.body).body }
      }
      return try await group.reduce(into: Set<Data>()) { $0.insert($1) }
    }
    #expect(bodies.count == 1)
    let items = try await server.store.items(of: .campaignBanners, after: 0, limit: 100)
    #expect(items.count == 7)
  }

  @Test func anAnswerIsForgottenAfterADay() async throws {
    var editor = try await server.bearer(.editor)
    editor["Idempotency-Key"] = "a"
    try await server.send("POST", Self.path, editor, json: Self.body)
    let now = SampleContent.committedAt.millisecondsSince1970
    server.clock.set(Timestamp(millisecondsSince1970: now + IdempotencyKey.lifetime))
    let later = try await server.send("POST", Self.path, editor, json: Self.body)
    #expect(later.header("Idempotency-Replayed") == nil)
    #expect(later.header("Location") == "\(Self.path)/8")
  }

  @Test(arguments: ["", "\"\"", String(repeating: "x", count: 256), "é"])
  func somethingThatIsNoKeyIsRefused(key: String) async throws {
    var editor = try await server.bearer(.editor)
    editor["Idempotency-Key"] = key
    try await server.send(
      "POST", Self.path, editor, json: Self.body, is: 400, code: "invalid_idempotency_key")
  }
}
