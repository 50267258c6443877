import FeedStore
import Foundation
import TestSupport
import Testing

/// The identity that a database and its copies share.
@Suite struct DatabaseIdentityTests {
  private static func identity(of path: String) async throws -> [UInt8] {
    let store = try SQLiteFeedStore(path: path)
    let identity = try await store.secret("photo_folder", at: SampleContent.committedAt) {
      (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    }
    try store.close()
    return identity
  }

  @Test("A copy of a database that was never served is the same database, and a new one another")
  func copies() async throws {
    let folder = try TemporaryFolder()
    for name in ["first.sqlite", "other.sqlite"] {
      try SQLiteFeedStore(path: folder.path(name)).close()
    }
    try FileManager.default.copyItem(
      atPath: folder.path("first.sqlite"), toPath: folder.path("copy.sqlite"))
    let first = try await Self.identity(of: folder.path("first.sqlite"))
    #expect(first.count == 16)
    #expect(try await Self.identity(of: folder.path("copy.sqlite")) == first)
    #expect(try await Self.identity(of: folder.path("other.sqlite")) != first)
  }
}
