package import FeedModel
package import FeedStore
import Foundation
import StrictJSON
import Synchronization

/// Brings content files into a store: all of them or none.
package struct Seeder: Sendable {
  /// How much of a file is in memory at a time, in bytes.
  static let batchSize = 256 << 10

  private let store: any FeedStore

  package init(store: any FeedStore) {
    self.store = store
  }

  /// Reads `files` in one transaction that makes at most one revision, with the time `moment`.
  ///
  /// After the first problem nothing is written, but every file is read completely, so that all
  /// problems are reported.
  ///
  /// - Parameters:
  ///   - actor: who seeds.
  ///   - progress: called after every batch.
  /// - Throws: ``SeedError`` or ``StoreError``; then nothing has changed.
  package func seed(
    _ files: [SeedFile], at moment: Timestamp, by actor: AuditActor = .commandLine,
    progress: @escaping @Sendable (SeedProgress) -> Void = { _ in }
  ) async throws -> SeedSummary {
    let summary = Mutex(SeedSummary())
    let revision = try await store.write(at: moment) { transaction in
      var result = SeedSummary()
      var invalid: [InvalidFile] = []
      for file in files {
        var reading = FileReading(file: file, actor: actor, writes: invalid.isEmpty)
        try reading.run(in: transaction, file.kind.entityType, progress: progress)
        result.files.append(reading.result)
        if !reading.problems.isEmpty {
          invalid.append(InvalidFile(path: file.path, problems: reading.problems))
        }
      }
      guard invalid.isEmpty else { throw SeedError.invalid(invalid) }
      summary.withLock { $0 = result }
    }
    return summary.withLock {
      $0.revision = revision
      return $0
    }
  }
}

/// One file on its way into a transaction.
private struct FileReading {
  let file: SeedFile
  let actor: AuditActor
  var writes: Bool
  var result: SeedSummary.File
  var problems = DocumentProblems()

  init(file: SeedFile, actor: AuditActor, writes: Bool) {
    self.file = file
    self.actor = actor
    self.writes = writes
    result = SeedSummary.File(path: file.path, kind: file.kind)
  }

  mutating func run<Entity: ContentEntity>(
    in transaction: any ContentTransaction, _: Entity.Type,
    progress: (SeedProgress) -> Void
  ) throws {
    guard let handle = FileHandle(forReadingAtPath: file.path) else {
      throw SeedError.unreadable(path: file.path)
    }
    defer { try? handle.close() }
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
    let size = attributes?[.size] as? Int

    var decoder = ItemListDecoder<Entity>()
    var bytesRead = 0
    while decoder.canContinue {
      let batch: Data
      do {
        guard let read = try handle.read(upToCount: Seeder.batchSize), !read.isEmpty else { break }
        batch = read
      } catch {
        throw SeedError.unreadable(path: file.path)
      }
      bytesRead += batch.count
      for entity in decoder.decode(batch) where writes && decoder.problems.isEmpty {
        result.counts[try transaction.save(entity, by: actor), default: 0] += 1
      }
      progress(SeedProgress(file: file, bytesRead: bytesRead, totalBytes: size ?? 0))
    }
    _ = decoder.finish()
    problems = decoder.problems
    result.unknownFields = decoder.unknownFields
  }
}

/// The result of a seeding.
package struct SeedSummary: Sendable {
  /// What happened to the items of one file.
  package struct File: Sendable {
    package let path: String
    package let kind: ContentKind
    package internal(set) var counts: [Change: Int] = [:]
    /// Fields without a meaning, and how often each was met.
    package internal(set) var unknownFields: [String: Int] = [:]
  }

  /// The files in the order they were read.
  package internal(set) var files: [File] = []
  /// The revision that was made; `nil` if nothing changed.
  package internal(set) var revision: Revision?
}

/// How far a seeding has come.
package struct SeedProgress: Sendable {
  package let file: SeedFile
  package let bytesRead: Int
  /// The size of the file, in bytes; 0 if it is not known.
  package let totalBytes: Int
}
