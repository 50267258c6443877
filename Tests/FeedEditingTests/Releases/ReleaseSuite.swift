import FeedEditing
import FeedModel
import FeedStore
import Foundation
import StrictJSON
import Synchronization
import TestSupport
import Testing

/// A wall clock that a test sets.
final class WallClock: Sendable {
  private let moment = Mutex(SampleContent.committedAt)
  func set(_ value: Timestamp) { moment.withLock { $0 = value } }
  func callAsFunction() -> Timestamp { moment.withLock { $0 } }
}

/// Tests of releases, with a store of three banners.
protocol ReleaseSuite: SendableMetatype {
  var folder: TemporaryFolder { get }
  var store: any FeedStore { get }
  var now: WallClock { get }
  var editor: Editor { get }
}

extension ReleaseSuite {
  /// A store of three banners in `folder`.
  static func makeStore(in folder: TemporaryFolder) async throws -> any FeedStore {
    let store = try SampleDatabase.openEmpty(at: folder.path("feed.sqlite"))
    _ = try await store.write(at: SampleContent.committedAt) { transaction in
      for id in 1...3 { _ = try transaction.upsert(TestContent.banner(id, campaign: 10)) }
    }
    return store
  }

  static var noCondition: Precondition { Precondition(matching: []) }

  static func minutes(_ count: Int) -> Timestamp {
    Timestamp(
      millisecondsSince1970: SampleContent.committedAt.millisecondsSince1970 + 60_000 * count)
  }

  func elements(_ json: String) throws -> [JSONTree] {
    try #require(try JSONTree(parsing: Data("[\(json)]".utf8)).elements)
  }

  static func patch(_ id: Int, campaign: Int, ifMatch: String? = nil) -> String {
    let condition = ifMatch.map { #","if_match":"\#($0.replacing("\"", with: #"\""#))""# } ?? ""
    return """
      {"op":"patch","kind":"campaign_banners","id":\(id),"body":{"banner_contents_id":\(campaign)}\
      \(condition)}
      """
  }

  /// Prepares a release with operations.
  func prepare(_ operations: String, publishAt: Timestamp? = nil) async throws -> Int {
    let elements = try elements(operations)
    return try await editor.write(by: .program) { transaction in
      let release = try transaction.prepareRelease(
        name: "Christmas", publishAt: publishAt, by: .commandLine)
      return try transaction.setOperations(
        elements, of: release.id, if: Self.noCondition, by: .commandLine
      ).id
    }
  }

  func change(_ id: Int, to operations: String) async throws {
    let elements = try elements(operations)
    _ = try await editor.write(by: .program) {
      try $0.setOperations(
        elements, of: id, if: Self.noCondition, by: .commandLine)
    }
  }

  @discardableResult
  func publish(_ id: Int, isForced: Bool = false) async throws -> [BatchOutcome] {
    let moment = now()
    return try await editor.write(by: .program) {
      try $0.publishRelease(
        id, isForced: isForced, at: moment, by: .commandLine, checking: { _, _ in })
    }
  }

  func edit(_ id: Int, campaign: Int) async throws {
    _ = try await editor.write(by: .program) { transaction in
      _ = try transaction.save(TestContent.banner(id, campaign: campaign).item, by: .commandLine)
    }
  }

  func conflicts(_ id: Int) async throws -> [String] {
    try await store.read { reader in
      try reader.existingRelease(id).conflicts(in: reader).map { "\($0.index) \($0.subject)" }
    }
  }

  func campaigns() async throws -> [Int] {
    try await store.items(of: .campaignBanners, after: 0, limit: 99).map {
      if case .integer(let number)? = $0["banner_contents_id"] { number } else { 0 }
    }
  }

  func refusal(_ body: () async throws -> Void) async throws -> EditingError {
    try #require(await #expect(throws: EditingError.self) { try await body() })
  }
}
