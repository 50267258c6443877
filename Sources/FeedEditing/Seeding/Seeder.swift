package import FeedModel
package import FeedStore
import Foundation
import StrictJSON

/// Brings content files into a store: all of them or none.
package struct Seeder: Sendable {
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
  ///   - progress: called after every piece of a file.
  /// - Throws: ``SeedError``, ``StageError`` or ``StoreError``; then nothing has changed.
  package func seed(
    _ files: [SeedFile], at moment: Timestamp, by actor: AuditActor = .commandLine,
    progress: @escaping @Sendable (SeedProgress) -> Void = { _ in }
  ) async throws -> SeedSummary {
    let stage = try await store.stage()
    var summary = SeedSummary()
    var invalid: [InvalidFile] = []
    for file in files {
      let size = file.byteCount
      var reading = StagedReading(path: file.path, decoder: file.decoder)
      try await reading.run(into: stage, adds: invalid.isEmpty) { bytesRead in
        progress(SeedProgress(file: file, bytesRead: bytesRead, totalBytes: size))
      }
      summary.files.append(
        SeedSummary.File(
          path: file.path, kind: file.kind, unknownFields: reading.unknownFields))
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

extension SeedFile {
  /// A decoder at the beginning of the file. Its items keep the windows they have.
  fileprivate var decoder: any TransferDecoder {
    JSONTransferDecoder(kind, .result, readsWindows: false)
  }

  /// The size, in bytes; 0 if it is not known.
  fileprivate var byteCount: Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.size] as? Int ?? 0
  }
}

/// How far a seeding has come.
package struct SeedProgress: Sendable {
  package let file: SeedFile
  package let bytesRead: Int
  /// The size of the file, in bytes; 0 if it is not known.
  package let totalBytes: Int
}
