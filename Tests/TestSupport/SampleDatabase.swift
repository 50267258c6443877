import FeedEditing
package import FeedStore
import Foundation

/// Databases that a test starts from, made once and copied: migrating and seeding take a hundred times
/// as long as copying.
///
/// A copy is one file. It has no secrets: a server that serves it makes its own. Copies share the ids of
/// their revisions.
package enum SampleDatabase {
  private static let empty = Result {
    let folder = try TemporaryFolder()
    return try file(of: SQLiteFeedStore(path: folder.path("empty.sqlite")))
  }
  private static let seeded = Task {
    let folder = try TemporaryFolder()
    let store = try SQLiteFeedStore(path: folder.path("seeded.sqlite"))
    _ = try await Seeder(store: store).seed(
      SeedSources(at: SampleContent.files), at: SampleContent.committedAt)
    return try file(of: store)
  }

  /// Writes a database with the six sample files of `Seeds`, committed at ``SampleContent/committedAt`` as the
  /// only revision, to `path`.
  package static func copy(to path: String) async throws {
    guard !TestStore.isPostgreSQL else {
      return try TestStore.copy(await seededPostgreSQL.value.name, to: path)
    }
    try write(await seeded.value, to: path)
  }

  /// Writes a database that nobody has written to, with today's schema, to `path`.
  package static func copyEmpty(to path: String) throws {
    guard !TestStore.isPostgreSQL else { return }
    try write(empty.get(), to: path)
  }

  /// A store of its own at `path`, which nobody has written to.
  package static func openEmpty(at path: String) throws -> any FeedStore {
    try copyEmpty(to: path)
    return try TestStore.open(path)
  }

  /// The one file that is left of `store` when it is closed.
  private static func file(of store: SQLiteFeedStore) throws -> Data {
    try store.close()
    return try Data(contentsOf: URL(fileURLWithPath: store.path))
  }

  /// Writes a file that only its owner reads, as the store makes them, in place of none.
  private static func write(_ file: Data, to path: String) throws {
    try file.write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
  }
}
