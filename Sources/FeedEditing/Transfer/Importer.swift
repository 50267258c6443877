package import FeedModel
package import FeedStore
import Foundation
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
  /// How much of a document is in memory at a time, in bytes.
  static let batchSize = 256 << 10

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
    let unknownFields = try await Self.read(source, into: stage)
    try await check()
    let outcome = try await stage.commit(at: moment, by: actor, isDryRun: isDryRun)
    return ImportSummary(
      counts: outcome.counts[source.kind.name] ?? [:], unknownFields: unknownFields,
      revision: outcome.revision)
  }

  /// Reads all items into `stage`.
  ///
  /// - Returns: how often each unknown field was met.
  private static func read(
    _ source: ImportSource, into stage: any ContentStage
  ) async throws -> [String: Int] {
    let pieces = try Pieces(of: source)
    var decoder = source.format.decoder(of: source.kind)
    var items: [StagedItem] = []
    while decoder.canContinue, let piece = try pieces.next() {
      // The items of a piece are added while the next piece is decoded.
      let decoded = items
      async let added: Void = stage.add(decoded)
      items = decoder.decode(piece)
      try await added
      if !decoder.problems.isEmpty { items = [] }
    }
    let last = decoder.finish()
    guard decoder.problems.isEmpty else { throw decoder.problems }
    try await stage.add(items + last)
    return decoder.unknownFields
  }
}

/// A document, piece by piece.
private struct Pieces {
  private let handle: FileHandle
  private let path: String

  init(of source: ImportSource) throws {
    path = source.path ?? "-"
    guard let name = source.path else {
      handle = .standardInput
      return
    }
    guard let opened = FileHandle(forReadingAtPath: name) else {
      throw SeedError.unreadable(path: name)
    }
    handle = opened
  }

  /// The next piece; `nil` at the end.
  func next() throws -> Data? {
    do {
      guard let piece = try handle.read(upToCount: Importer.batchSize), !piece.isEmpty else {
        return nil
      }
      return piece
    } catch {
      throw SeedError.unreadable(path: path)
    }
  }
}
