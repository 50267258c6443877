import FeedEditing
import FeedModel
import FeedStore
import Foundation
import TestSupport
import Testing

/// Items are staged before the transaction that puts them in place: who is not let in any more by then imports nothing.
@Suite struct ImportAuthorTests {
  @Test(arguments: WritePathTests.StagePath.allCases, ["revoked_at = 1", "role = 'contributor'"])
  func nothingIsImportedByWhoIsNotLetInAnyMore(
    path: WritePathTests.StagePath, withdrawal: String
  ) async throws {
    let folder = try TemporaryFolder()
    let database = folder.path("test.sqlite")
    try SampleDatabase.copyEmpty(to: database)
    // The items have been compared with the stored ones, and parts of them may be in place already.
    let store = try path.store(at: database) {
      try TestStore.run("UPDATE tokens SET \(withdrawal) WHERE id = 1", at: database)
    }
    let anna = try await store.write(
      at: SampleContent.committedAt,
      making: {
        try $0.issueToken(
          name: "Anna", role: .editor, expiresAt: nil,
          secret: TokenSecret(randomBytes: Array(repeating: 1, count: TokenSecret.byteCount)),
          by: .commandLine)
      }
    ).identity
    let items = (1...20).map {
      #"{"id":\#($0),"banner_contents_id":1,"banner_url":"https://example.com/a"}"#
    }
    let file = try folder.write("[\(items.joined(separator: ","))]", to: "items.json")
    let entries = try await store.read {
      try $0.auditEntries(about: nil, before: nil, limit: 100).count
    }
    await #expect(
      throws: withdrawal.hasPrefix("role")
        ? AuthorityError.roleTooLow(found: .contributor, needed: .editor) : .revoked(.token)
    ) {
      try await Editor(to: store).importItems(
        of: .campaignBanners, in: .json, from: file,
        by: .bearer(anna, needing: .editor))
    }
    #expect(try await store.latestRevision() == nil)
    #expect(try await store.items(of: .campaignBanners, after: 0, limit: 100).isEmpty)
    let after = try await store.read {
      try $0.auditEntries(about: nil, before: nil, limit: 100).count
    }
    #expect(after == entries)
    // Nothing is left of what was written beforehand.
    #expect(
      try TestStore.rows("SELECT count(*) FROM audit_entries", at: database)
        == TestStore.rows("SELECT \(entries)", at: database))
    try await store.close()
  }
}
