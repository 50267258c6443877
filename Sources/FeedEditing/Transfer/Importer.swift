package import FeedModel
package import FeedStore
import Foundation
import StrictJSON
import Synchronization

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

/// What an import did, or would do.
package struct ImportSummary: Sendable {
  package internal(set) var counts: [Change: Int] = [:]
  /// Fields without a meaning, and how often each was met.
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

  /// Thrown to undo a transaction that was only tried.
  private struct DryRun: Error {}

  /// Reads `source` in one transaction, which makes at most one revision with the time `moment`.
  ///
  /// After the first problem nothing is written, but the document is read completely, so that all
  /// problems are reported.
  ///
  /// - Parameters:
  ///   - isDryRun: whether the transaction is rolled back at its end.
  ///   - actor: the author in the audit.
  /// - Throws: ``SeedError/unreadable(path:)``, `DocumentProblems` or ``StoreError``; then nothing has
  ///   changed.
  package func run(
    _ source: ImportSource, isDryRun: Bool = false, at moment: Timestamp,
    by actor: AuditActor = .commandLine
  ) async throws -> ImportSummary {
    let summary = Mutex(ImportSummary())
    do {
      let revision = try await store.write(at: moment) { transaction in
        let made = try Self.run(source, source.kind.entityType, in: transaction, by: actor)
        summary.withLock { $0 = made }
        if isDryRun { throw DryRun() }
      }
      summary.withLock { $0.revision = revision }
    } catch is DryRun {
      // Only the summary is left of it.
    }
    return summary.withLock { $0 }
  }

  private static func run<Entity: ContentEntity>(
    _ source: ImportSource, _: Entity.Type, in transaction: any ContentTransaction,
    by actor: AuditActor
  ) throws -> ImportSummary {
    var summary = ImportSummary()
    let pieces = try Pieces(of: source)
    var decoder = source.format.decoder(of: Entity.self)
    func saveAll(_ items: [TransferItem<Entity>]) throws {
      guard decoder.problems.isEmpty else { return }
      for item in items {
        summary.counts[
          try transaction.save(item.entity, window: item.window, by: actor), default: 0] += 1
      }
    }
    while decoder.canContinue, let piece = try pieces.next() {
      try saveAll(decoder.decode(piece))
    }
    try saveAll(decoder.finish())
    guard decoder.problems.isEmpty else { throw decoder.problems }
    summary.unknownFields = decoder.unknownFields
    return summary
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
