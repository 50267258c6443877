package import FeedModel
package import FeedStore
import Foundation
import StrictJSON

/// Brings content files into a store: all of them or none.
package struct Seeder: Sendable {
  /// How much of a file is in memory at a time, in bytes.
  static let batchSize = 256 << 10

  private let store: any FeedStore

  package init(store: any FeedStore) {
    self.store = store
  }

  /// Reads `files` and puts their items in place in one transaction that makes at most one revision,
  /// with the time `moment`.
  ///
  /// Every file is read completely even if there are problems, so that all of them are reported.
  ///
  /// - Parameters:
  ///   - actor: who seeds.
  ///   - progress: called after every batch.
  /// - Throws: ``SeedError``, ``StageError`` or ``StoreError``; then nothing has changed.
  package func seed(
    _ files: [SeedFile], at moment: Timestamp, by actor: AuditActor = .commandLine,
    progress: @escaping @Sendable (SeedProgress) -> Void = { _ in }
  ) async throws -> SeedSummary {
    let stage = try await store.stage()
    var summary = SeedSummary()
    var invalid: [InvalidFile] = []
    for file in files {
      var reading = FileReading(file: file, adds: invalid.isEmpty)
      try await reading.run(into: stage, progress: progress)
      summary.files.append(reading.result)
      if !reading.problems.isEmpty {
        invalid.append(InvalidFile(path: file.path, problems: reading.problems))
      }
    }
    guard invalid.isEmpty else { throw SeedError.invalid(invalid) }
    let outcome = try await stage.commit(at: moment, by: actor, isDryRun: false)
    summary.note(outcome)
    return summary
  }
}

/// One file on its way into a stage.
private struct FileReading {
  let file: SeedFile
  let adds: Bool
  var result: SeedSummary.File
  var problems = DocumentProblems()

  init(file: SeedFile, adds: Bool) {
    self.file = file
    self.adds = adds
    result = SeedSummary.File(path: file.path, kind: file.kind)
  }

  mutating func run(
    into stage: any ContentStage, progress: @Sendable (SeedProgress) -> Void
  ) async throws {
    guard let handle = FileHandle(forReadingAtPath: file.path) else {
      throw SeedError.unreadable(path: file.path)
    }
    defer { try? handle.close() }
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
    let size = attributes?[.size] as? Int

    var decoder = ItemListDecoder<ContentItem>(of: file.kind)
    var items: [StagedItem] = []
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
      // The items of a batch are added while the next batch is decoded.
      let decoded = items
      async let added: Void = stage.add(decoded)
      items = decoder.decode(batch).map { StagedItem($0) }
      try await added
      if !adds || !decoder.problems.isEmpty { items = [] }
      progress(SeedProgress(file: file, bytesRead: bytesRead, totalBytes: size ?? 0))
    }
    _ = decoder.finish()
    if decoder.problems.isEmpty { try await stage.add(items) }
    problems = decoder.problems
    result.unknownFields = decoder.unknownFields
  }
}

/// The result of a seeding.
package struct SeedSummary: Sendable {
  /// The changes of the items of one file.
  package struct File: Sendable {
    package let path: String
    package let kind: ContentKind
    package internal(set) var counts: [Change: Int] = [:]
    /// Unknown fields, and how often each was met.
    package internal(set) var unknownFields: [String: Int] = [:]
  }

  /// The files in the order they were read.
  package internal(set) var files: [File] = []
  /// The revision that was made; `nil` if nothing changed.
  package internal(set) var revision: Revision?

  /// Two files of one kind are counted together, with the first of them.
  fileprivate mutating func note(_ outcome: StageOutcome) {
    revision = outcome.revision
    var noted: Set<String> = []
    for index in files.indices where noted.insert(files[index].kind.name).inserted {
      files[index].counts = outcome.counts[files[index].kind.name] ?? [:]
    }
  }
}

/// How far a seeding has come.
package struct SeedProgress: Sendable {
  package let file: SeedFile
  package let bytesRead: Int
  /// The size of the file, in bytes; 0 if it is not known.
  package let totalBytes: Int
}
