import FeedEditing
import FeedStore
import TestSupport

extension Seeder {
  /// Seeds the files at `paths`, as another process would.
  static func seed(_ paths: [String], into store: any FeedStore) async throws -> SeedSummary {
    try await Seeder(store: store).seed(
      SeedFile.find(at: paths).files, at: SampleContent.committedAt)
  }
}
