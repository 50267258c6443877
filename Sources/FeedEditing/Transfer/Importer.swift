package import FeedModel
package import FeedStore
import StrictJSON

/// Where items to import come from.
package struct ImportSource: Sendable {
  package let kind: ContentKind
  package let format: TransferFormat
  /// The file; `nil` for standard input.
  package let path: String?

  package init(kind: ContentKind, format: TransferFormat, path: String?) {
    self.kind = kind
    self.format = format
    self.path = path
  }
}

/// The outcome of an import, or of a dry run.
package struct ImportSummary: Sendable {
  package internal(set) var counts: [Change: Int] = [:]
  /// Unknown fields, and how often each was met.
  package internal(set) var unknownFields: [String: Int] = [:]
  /// The revision that was made; `nil` if nothing changed.
  package internal(set) var revision: Revision?
}

/// Writes the items of one document into a store: all of them or none.
package struct Importer: Sendable {
  private let editor: Editor

  package init(editor: Editor) {
    self.editor = editor
  }

  /// Reads `source` and puts its items in place in one transaction of `author`, which makes at most one revision. Other
  /// writers wait only for the latter.
  ///
  /// The document is read completely even if there are problems, so that all of them are reported.
  ///
  /// - Parameter isDryRun: whether everything is checked, but nothing is changed.
  /// - Throws: ``SeedError``, `DocumentProblems`, `AuthorityError`, ``StageError`` or ``StoreError``;
  ///   then nothing has changed.
  package func run(
    _ source: ImportSource, isDryRun: Bool = false, by author: Author
  ) async throws -> ImportSummary {
    let stage = try await editor.store.stage()
    var reading = StagedReading(
      path: source.path, decoder: source.format.decoder(of: source.kind))
    try await reading.run(into: stage)
    guard reading.problems.isEmpty else { throw reading.problems }
    let outcome = try await editor.commit(stage, isDryRun: isDryRun, by: author)
    return ImportSummary(
      counts: outcome.counts[source.kind.name] ?? [:], unknownFields: reading.unknownFields,
      revision: outcome.revision)
  }
}
