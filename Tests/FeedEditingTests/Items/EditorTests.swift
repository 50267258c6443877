import FeedEditing
import FeedModel
import FeedStore
import Foundation
import GRDB
import StrictJSON
import Synchronization
import TestSupport
import Testing

@Suite struct EditorTests {
  private let folder: TemporaryFolder
  private let store: any FeedStore
  private let editor: Editor
  private static let banner =
    #"{"banner_contents_id":7,"banner_url":"https://example.com/new.jpg"}"#

  init() throws {
    folder = try TemporaryFolder()
    store = try SampleDatabase.openEmpty(at: folder.path("feed.sqlite"))
    editor = Editor(store: store, clock: { SampleContent.committedAt })
  }

  private func tree(_ text: String) throws -> JSONTree { try JSONTree(parsing: Data(text.utf8)) }

  private func perform(
    _ action: ContentOperation.Action, id: Int? = nil,
    if precondition: Precondition = Precondition(matching: [])
  ) async throws -> ContentOutcome {
    let operation = ContentOperation(
      kind: .campaignBanners, id: id, action: action, precondition: precondition)
    return try await editor.write(by: .program) { try operation.perform(in: $0, by: .commandLine) }
  }

  private func create(id: Int? = nil) async throws -> ContentOutcome {
    let body = try ItemBody(try tree(Self.banner), kind: .campaignBanners, id: id)
    return try await perform(.create(body), id: id)
  }

  /// The error of `body`, which must be one of editing.
  private func refusal<Value>(
    _ body: () async throws -> Value, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> EditingError {
    let error = await #expect(throws: EditingError.self, sourceLocation: sourceLocation) {
      _ = try await body()
    }
    return try #require(error, sourceLocation: sourceLocation)
  }

  /// Expects that `body` is refused with `words`.
  private func expect<Value>(
    refusal words: String, sourceLocation: SourceLocation = #_sourceLocation,
    of body: () async throws -> Value
  ) async throws {
    let refusal = try await refusal(body, sourceLocation: sourceLocation)
    #expect("\(refusal)" == words, sourceLocation: sourceLocation)
  }

  @Test func anOutcomeSaysWhatHappened() async throws {
    let created = try await create()
    #expect(created.change == .inserted && created.id == 1)
    let tag = try #require(created.item?.entityTag)
    let patched = try await perform(
      .patch(try tree(#"{"draft":true}"#)), id: 1, if: Precondition(matching: [tag]))
    #expect(patched.change == .updated)
    #expect(patched.item?.entityTag != tag)
    #expect(try await perform(.patch(try tree("{}")), id: 1).change == .unchanged)
    let deleted = try await perform(.delete, id: 1)
    #expect(deleted.change == .deleted && deleted.item == nil)
    let body = try ItemBody(try tree(Self.banner), kind: .campaignBanners, id: 5)
    #expect(try await perform(.replace(body), id: 5).change == .inserted)
  }

  @Test func aTakenIDIsRefusedWithTheItemThatHasIt() async throws {
    _ = try await create(id: 3)
    let refusal = try await refusal { try await create(id: 3) }
    guard case .idExists(.campaignBanners, 3, .item(let item)) = refusal else {
      Issue.record("\(refusal)")
      return
    }
    #expect(item.content.id == 3)
  }

  @Test(arguments: [true, false])
  func aMissingItemIsNeitherPatchedNorDeleted(patches: Bool) async throws {
    let action = ContentOperation.Action.patch(try tree("{}"))
    try await expect(refusal: "campaign_banners has no item 9") {
      try await perform(patches ? action : .delete, id: 9)
    }
  }

  @Test func noIDIsAssignedBeyondTheLargest() async throws {
    _ = try await create(id: 1 << 53 - 1)
    try await expect(refusal: "no id is left to assign") { try await create() }
  }

  @Test func aConditionThatDoesNotHoldNamesTheTag() async throws {
    let tag = try #require(try await create().item?.entityTag)
    for precondition in [
      Precondition(matching: [#""a", "b""#]), Precondition(matching: ["W/" + tag]),
      Precondition(matching: [], differing: ["*"]), Precondition(matching: [], differing: [tag]),
    ] {
      try await expect(refusal: "the item's entity tag is \(tag) now") {
        try await perform(.delete, id: 1, if: precondition)
      }
    }
    _ = try await perform(.delete, id: 1, if: Precondition(matching: ["\"a\", \(tag)"]))
  }

  @Test func anItemThatCannotBeReadIsNotPatched() async throws {
    _ = try await store.write(at: SampleContent.committedAt) {
      _ = try $0.upsert(try TestContent.topic(2))
    }
    // PostgreSQL does not let anybody write this.
    try TestStore.requireFile()
    try await DatabaseQueue(path: folder.path("feed.sqlite")).write {
      try $0.execute(sql: "UPDATE featured_topics SET published_at = 'soon'")
    }
    let patch = ContentOperation(
      kind: .featuredTopics, id: 2, action: .patch(try tree("{}")),
      precondition: Precondition(matching: []))
    try await expect(refusal: "the stored item is damaged") {
      try await editor.write(by: .program) { try patch.perform(in: $0, by: .commandLine) }
    }
  }

  @Test func aBatchNamesEveryOperationThatFails() async throws {
    _ = try await create(id: 3)
    let kind = #""kind":"campaign_banners""#
    let batch = try Batch(
      try tree(
        """
        {"operations":[
          {"op":"delete",\(kind),"id":3},
          {"op":"delete",\(kind),"id":3},
          {"op":"patch",\(kind),"id":9,"body":{}},
          {"op":"delete",\(kind),"id":9},
          {"op":"upsert",\(kind)},
          {"op":"create",\(kind),"id":4,"body":\(Self.banner)},
          {"op":"patch",\(kind),"id":4,"body":{"banner_url":7}}
        ]}
        """), kinds: .standard)
    let refusal = try await refusal {
      try await editor.write(by: .program) {
        try batch.perform(in: $0, by: .commandLine, checking: { _, _ in })
      }
    }
    guard case .batchFailed(let failures) = refusal else {
      Issue.record("\(refusal)")
      return
    }
    #expect(failures.operationCount == 7 && failures.pointer == "/operations")
    // The third is about the item of the one before it, which failed.
    #expect(failures.failures.map(\.index) == [1, 2, 4, 6])
    let reasons = failures.failures.map { failure in
      switch failure.reason {
      case .refused(.noSuchItem(_, let id)): "none \(id)"
      case .refused(let error): "\(error)"
      case .invalid(let problems): "invalid \(problems.listed.map(\.pointer))"
      case .invalidPatch(let problems): "patch \(problems.listed.map(\.pointer))"
      }
    }
    #expect(reasons == ["none 3", "none 9", #"invalid ["/op"]"#, #"patch ["/banner_url"]"#])
    #expect(try await store.item(of: .campaignBanners, id: 3) != nil)
  }

  @Test func aBatchIsLimited() async throws {
    let list = Array(repeating: "{}", count: Batch.maximumCount + 1).joined(separator: ",")
    try await expect(refusal: "expected at most 500 operations, found 501") {
      try Batch(try tree("[\(list)]"), kinds: .standard)
    }
  }

  private struct Answer: ReplayableAnswer {
    let bytes: [UInt8]
    var isReplayed = false

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    init(replaying bytes: [UInt8]) {
      self.bytes = bytes
      isReplayed = true
    }
  }

  @Test func aRequestWithAKeyIsDoneOnce() async throws {
    let key = IdempotencyKey(tokenID: 1, key: "a")
    let request = Idempotency(key: key, method: "POST", target: "/x", body: Data("1".utf8))
    let runs = Mutex(0)
    for isReplayed in [false, true] {
      let answer = try await editor.write(once: request, by: .program) { _ in
        runs.withLock { $0 += 1 }
        return Answer([1, 2, 3])
      }
      #expect(answer.bytes == [1, 2, 3] && answer.isReplayed == isReplayed)
    }
    #expect(runs.withLock { $0 } == 1)
    for other in [
      Idempotency(key: key, method: "PUT", target: "/x", body: Data("1".utf8)),
      Idempotency(key: key, method: "POST", target: "/y", body: Data("1".utf8)),
      Idempotency(key: key, method: "POST", target: "/x", body: Data("2".utf8)),
    ] {
      try await expect(refusal: "the Idempotency-Key was used for another request") {
        try await editor.write(once: other, by: .program) { _ in Answer([]) }
      }
    }
  }

  @Test func aCompositionIsReplacedIfItIsWhatItsEditorHasSeen() async throws {
    let document = CompositionDocument(.home)
    func compose(_ precondition: Precondition) async throws -> Change {
      try await editor.compose(.home, if: precondition, by: .program).change
    }
    // The default is no composition that somebody has written.
    #expect(try await compose(Precondition(matching: [], differing: ["*"])) == .inserted)
    try await expect(refusal: "the composition's entity tag is \(document.entityTag) now") {
      try await compose(Precondition(matching: [], differing: ["*"]))
    }
    #expect(try await compose(Precondition(matching: [document.entityTag])) == .unchanged)
  }

  @Test func aCompositionThatCannotBeReadIsShownToEditorsOnly() async throws {
    _ = try await store.write(at: SampleContent.committedAt) {
      _ = try $0.setComposition(#"{"sections":7}"#, of: "home")
    }
    let document = try await store.read {
      try CompositionDocument(of: "home", in: $0)
    }
    #expect(document?.bytes == Array(#"{"sections":7}"#.utf8))
    try await expect(refusal: "the stored composition of the feed home is damaged") {
      try await store.read {
        try CompositionDocument(
          of: "home", in: $0, for: .everybody(at: SampleContent.committedAt))
      }
    }
  }
}
