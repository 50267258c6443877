package import FeedModel
package import FeedStore
import Foundation
import StrictJSON
import Synchronization

/// Brings designs, kinds, items and feeds from files into a store: all of them or none.
package struct Seeder: Sendable {
  private let store: any FeedStore
  private let check: LayoutChecks

  /// - Parameter check: whether what the files define can be laid out.
  package init(store: any FeedStore, checking check: LayoutChecks = .none) {
    self.store = store
    self.check = check
  }

  /// Reads the files of `sources` and puts their definitions, items and compositions in place in one transaction that
  /// makes at most one revision, with the time `moment`.
  ///
  /// Every file is read completely even if there are problems, so that all of them are reported.
  ///
  /// - Parameters:
  ///   - isDryRun: whether everything is checked, but nothing is changed.
  ///   - author: who seeds.
  ///   - progress: called after every piece of a file of items.
  /// - Throws: ``SeedError``, ``StageError`` or ``StoreError``; then nothing has changed.
  package func seed(
    _ sources: SeedSources, isDryRun: Bool = false, at moment: Timestamp,
    by author: Author = .program,
    progress: @escaping @Sendable (SeedProgress) -> Void = { _ in }
  ) async throws -> SeedSummary {
    try await store.withKinds { _ in
      let seed = try await read(sources)
      let stage = try await store.stage()
      var summary = SeedSummary(seed)
      try await stageItems(of: seed, in: stage, &summary, progress)
      let changes = Mutex<(designs: [Change], feeds: [Change])>(([], []))
      let hasCompanions = sources.hasCompanions
      // What the definitions are checked against may be large, and other writers do not wait for it.
      let known =
        hasCompanions
        ? try await store.rehearse { rehearsal in
          var review = KindReview()
          _ = try seed.write(to: rehearsal, by: author.actor, checking: check, reviewing: &review)
          return review
        } : KindReview()
      let companions = CompanionWrites(defining: seed.definedKinds) { transaction in
        var review = known
        let made = try seed.write(
          to: transaction, by: transaction.actor, checking: check, reviewing: &review)
        changes.withLock { $0 = made }
      }
      do {
        let outcome = try await Editor(store: store, clock: { moment }).commit(
          stage, isDryRun: isDryRun, by: author, with: hasCompanions ? companions : nil)
        summary.note(outcome, changes.withLock { $0 })
      } catch let error as StageError {
        throw SeedError.invalid(error.invalidFiles(among: seed.items))
      }
      return summary
    }
  }

  /// Writes the difference that seeding `sources` would make to an export of the database, file by file. Nothing is
  /// changed, and everything is checked as ``seed(_:isDryRun:at:by:progress:)`` checks it.
  ///
  /// - Returns: what seeding would do.
  /// - Throws: ``SeedError``, ``StoreError``, or errors of `write`.
  package func difference(
    _ sources: SeedSources, at moment: Timestamp,
    _ write: @escaping @Sendable ([UnifiedDiff.Line]) throws -> Void
  ) async throws -> SeedSummary {
    let summary = try await seed(sources, isDryRun: true, at: moment)
    try await store.read { reader in
      // The files are read again for the state that is compared.
      let seed = try Seed(
        reading: sources, onto: try reader.kinds(), reader.catalogue(),
        isNew: try reader.latestRevision() == nil, checking: check)
      var difference = SeedDifference(seed)
      for file in seed.items { difference.add(try file.items()) }
      try difference.write(comparedWith: reader, write)
    }
    return summary
  }

  /// Reads the definitions and compositions of `sources`.
  private func read(_ sources: SeedSources) async throws -> Seed {
    let (kinds, catalogue, isNew) = try await store.read { reader in
      (try reader.kinds(), try reader.catalogue(), try reader.latestRevision() == nil)
    }
    return try Seed(reading: sources, onto: kinds, catalogue, isNew: isNew, checking: check)
  }

  /// Reads the items of `seed`, and adds them to `stage` as long as no file has problems.
  ///
  /// - Throws: ``SeedError`` with the problems of all files of `seed`.
  private func stageItems(
    of seed: Seed, in stage: any ContentStage, _ summary: inout SeedSummary,
    _ progress: (SeedProgress) -> Void
  ) async throws {
    var invalid = seed.designs.invalid + seed.kinds.invalid
    for file in seed.items {
      let adds = seed.meaningless.isEmpty && invalid.isEmpty
      let size = file.byteCount
      var reading = StagedReading(path: file.path, decoder: file.decoder)
      try await reading.run(into: stage, adds: adds) { bytesRead in
        progress(SeedProgress(file: file, bytesRead: bytesRead, totalBytes: size))
      }
      summary.add(file, unknownFields: reading.unknownFields)
      if !reading.problems.isEmpty {
        invalid.append(InvalidFile(path: file.path, problems: reading.problems))
      }
    }
    invalid += seed.invalidFeeds
    let errors = seed.meaningless + (invalid.isEmpty ? [] : [.invalid(invalid)])
    guard let error = errors.first else { return }
    throw errors.count == 1 ? error : SeedError.several(errors)
  }
}

extension StageError {
  /// The references that lead to nothing as problems of the files that have them.
  fileprivate func invalidFiles(among files: [SeedFile]) -> [InvalidFile] {
    switch self {
    case .noSuchReferents(let references, let count):
      var invalid: [InvalidFile] = []
      var names: [String] = []
      for kind in references.map(\.kind) where !names.contains(kind) { names.append(kind) }
      for name in names {
        let paths = files.filter { $0.kind.name == name }.map(\.path)
        let problems = references.filter { $0.kind == name }.map(\.problem)
        invalid.append(
          InvalidFile(
            path: paths.joined(separator: " or "), problems: DocumentProblems(problems)))
      }
      guard count > references.count, let last = invalid.last else { return invalid }
      let more = DocumentProblem(
        pointer: "", expected: .words("references to something that is there"),
        found: .malformed("\(count - references.count) more that are not"))
      return invalid.dropLast() + [
        InvalidFile(path: last.path, problems: DocumentProblems(last.problems.listed + [more]))
      ]
    }
  }
}

extension StageError.DanglingReference {
  /// The reference as a problem of its document.
  fileprivate var problem: DocumentProblem {
    // Pictures are no part of the files.
    let hint =
      PhotoID(found) == nil
      ? "" : " of this database (tanada photo add its picture first, or restore a backup)"
    return DocumentProblem(
      pointer: pointer, expected: .words(expected + hint),
      found: Int(found) == nil ? .text(found) : .number(found), line: place?.line)
  }
}

/// How far a seeding has come.
package struct SeedProgress: Sendable {
  package let file: SeedFile
  package let bytesRead: Int
  /// The size of the file, in bytes; 0 if it is not known.
  package let totalBytes: Int
}
