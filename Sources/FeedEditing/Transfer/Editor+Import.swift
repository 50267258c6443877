package import FeedModel
package import FeedStore
import StrictJSON

/// The outcome of an import, or of a dry run.
package struct ImportSummary: Sendable {
  package internal(set) var counts: [Change: Int] = [:]
  /// Unknown fields, and how often each was met.
  package internal(set) var unknownFields: [String: Int] = [:]
  /// The revision that was made; `nil` if nothing changed.
  package internal(set) var revision: Revision?
}

extension Editor {
  /// Reads items of `kind` and puts them in place, all of them or none, in one transaction of `author`, which makes at
  /// most one revision. Other writers wait only for the latter.
  ///
  /// The document is read completely even if there are problems, so that all of them are reported.
  ///
  /// - Parameters:
  ///   - path: the file; `nil` for standard input.
  ///   - isDryRun: whether everything is checked, but nothing is changed.
  /// - Throws: ``SeedError``, `DocumentProblems`, `AuthorityError`, ``StageError`` or ``StoreError``;
  ///   then nothing has changed.
  package func importItems(
    of kind: ContentKind, in format: TransferFormat, from path: String?, isDryRun: Bool = false,
    by author: Author
  ) async throws -> ImportSummary {
    let stage = try await store.stage()
    var reading = StagedReading(path: path, decoder: format.decoder(of: kind))
    try await reading.run(into: stage)
    guard reading.problems.isEmpty else { throw reading.problems }
    let outcome = try await commit(stage, isDryRun: isDryRun, by: author)
    return ImportSummary(
      counts: outcome.counts[kind.name] ?? [:], unknownFields: reading.unknownFields,
      revision: outcome.revision)
  }
}
