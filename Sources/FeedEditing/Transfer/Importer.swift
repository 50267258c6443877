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
  private let store: any FeedStore

  package init(store: any FeedStore) {
    self.store = store
  }

  /// Reads `source` and puts its items in place in one transaction, which makes at most one revision
  /// with the time `moment`. Other writers wait only for the latter.
  ///
  /// The document is read completely even if there are problems, so that all of them are reported.
  ///
  /// - Parameters:
  ///   - isDryRun: whether everything is checked, but nothing is changed.
  ///   - actor: the author in the audit.
  ///   - check: called when everything has been read; nothing is changed if it throws.
  /// - Throws: ``SeedError/unreadable(path:)``, `DocumentProblems`, ``StageError`` or ``StoreError``; then
  ///   nothing has changed.
  package func run(
    _ source: ImportSource, isDryRun: Bool = false, at moment: Timestamp,
    by actor: AuditActor = .commandLine,
    checking check: @Sendable () async throws -> Void = {}
  ) async throws -> ImportSummary {
    let stage = try await store.stage()
    var reading = StagedReading(
      path: source.path, decoder: source.format.decoder(of: source.kind))
    try await reading.run(into: stage)
    guard reading.problems.isEmpty else { throw reading.problems }
    try await check()
    let outcome = try await stage.commit(at: moment, by: actor, isDryRun: isDryRun)
    return ImportSummary(
      counts: outcome.counts[source.kind.name] ?? [:], unknownFields: reading.unknownFields,
      revision: outcome.revision)
  }
}
