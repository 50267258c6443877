import FeedModel
import FeedStore
import Foundation
import StrictJSON

/// A seeding but for its items: the designs, the definitions, the compositions, and which files have items of which kind.
struct Seed: Sendable {
  let designs: SeedDesigns
  let kinds: SeedKinds
  /// Whether nothing was ever written to the database.
  let isNew: Bool
  /// The last composition of each feed, in the order of their files.
  private(set) var compositions: [Composition] = []
  private(set) var items: [SeedFile] = []
  /// JSON files in folders whose names are no kind.
  private(set) var ignored: [String] = []
  /// The files of compositions with problems.
  private(set) var invalidFeeds: [InvalidFile] = []
  /// The files and folders that have no meaning.
  private(set) var meaningless: [SeedError] = []

  /// Reads the definitions and compositions of `sources`.
  ///
  /// - Parameters:
  ///   - kinds: the kinds of the database.
  ///   - catalogue: the cells and themes of the database.
  ///   - isNew: whether nothing was ever written to it.
  /// - Throws: ``SeedError`` for a file that cannot be read. What else is wrong is in ``meaningless``,
  ///   ``invalidFeeds`` and ``SeedKinds/invalid``.
  init(
    reading sources: SeedSources, onto kinds: ContentKinds, _ catalogue: CellCatalogue,
    isNew: Bool, checking check: LayoutChecks
  ) throws(SeedError) {
    self.isNew = isNew
    let designs = try SeedDesigns(reading: sources.designs, onto: catalogue)
    self.designs = designs
    self.kinds = try SeedKinds(reading: sources.kinds, onto: kinds, isNew: isNew) {
      try check.kind($0, designs.after)
    }
    findItems(in: sources)
    for path in sources.feeds { try readFeed(path, check) }
  }

  /// The kinds when the definitions are in place.
  private var known: ContentKinds { kinds.succession.after }

  private mutating func findItems(in sources: SeedSources) {
    var folders: Set<String> = []
    for file in sources.items {
      if let found = SeedFile(file, kinds: known) {
        items.append(found)
      } else if !kinds.unreadable.contains(file.path.fileStem) {
        if file.folder == nil {
          meaningless.append(.unknownKind(path: file.path, kinds: known.names))
        } else {
          ignored.append(file.path)
        }
        continue
      }
      if let folder = file.folder { folders.insert(folder) }
    }
    for folder in sources.plainFolders where !folders.contains(folder) {
      let inner = SeedSources.contentFolders(in: folder)
      meaningless.append(
        inner.isEmpty
          ? .emptyFolder(path: folder, kinds: known.names)
          : .folderOfFolders(path: folder, folders: inner))
    }
  }

  private mutating func readFeed(_ path: String, _ check: LayoutChecks) throws(SeedError) {
    let bytes = try Self.contents(of: path)
    let feed = path.fileStem
    do {
      guard PlainName.isValid(feed) else {
        throw DocumentProblems([
          DocumentProblem(
            pointer: "", expected: .words("the name of a feed before .json: \(PlainName.form)"),
            found: .text(feed))
        ])
      }
      let composition = try Composition(reading: bytes, of: feed, kinds: known)
      try check.composition(composition, designs.after)
      compositions.removeAll { $0.feed == feed }
      compositions.append(composition)
    } catch let problems as DocumentProblems {
      let own = problems.listed.filter { !isAboutUnreadableKind($0) }
      guard !own.isEmpty else { return }
      invalidFeeds.append(
        InvalidFile(
          path: path,
          problems: own.count < problems.listed.count ? DocumentProblems(own) : problems))
    } catch {
      throw .unreadable(path: path)
    }
  }

  /// Whether a problem of a composition follows from one of a definition, which is reported already.
  private func isAboutUnreadableKind(_ problem: DocumentProblem) -> Bool {
    guard problem.pointer.hasSuffix("/kind"), case .text(let name) = problem.found else {
      return false
    }
    return kinds.unreadable.contains(name)
  }

  /// The bytes of the file at `path`.
  static func contents(of path: String) throws(SeedError) -> Data {
    do { return try NamedFile.contents(of: path) } catch { throw .refused(path: path, error) }
  }
}

// MARK: - Writing

extension Seed {
  /// Writes the designs, the definitions and the compositions.
  ///
  /// - Parameter review: what was found before, in a rehearsal.
  /// - Returns: the changes of the designs and of the compositions.
  /// - Throws: ``StoreError/kindChanged(_:)`` if the kinds are not those that the files were read for, or
  ///   ``SeedError/kindInUse(path:_:)``.
  func write(
    to transaction: any ContentWriter, by actor: AuditActor, checking check: LayoutChecks,
    reviewing review: inout KindReview
  ) throws -> (designs: [Change], feeds: [Change]) {
    let succession = kinds.succession
    let found = try transaction.kinds()
    guard found == succession.before, isNew == (try transaction.latestRevision() == nil) else {
      let other = found.all.first { succession.before[$0.name] != $0 }
      throw StoreError.kindChanged(other?.name ?? succession.after.names.first ?? "")
    }
    // Without items, in a new database. What is removed here is no change by others.
    if !succession.removed.isEmpty { review = KindReview() }
    let designChanges = try transaction.apply(designs.proposals, by: actor).map(\.change)
    for kind in succession.removed.reversed() {
      try transaction.remove(kind)
      try transaction.audit(.kind(kind.name, from: kind, to: nil, by: actor))
    }
    do {
      _ = try transaction.apply(
        succession.proposals, by: actor, besides: Set(compositions.map(\.feed)),
        checking: check, reviewing: &review)
    } catch EditingError.kindInUse(let obstacles) {
      throw SeedError.kindInUse(
        path: kinds.paths[obstacles.kind] ?? obstacles.kind, obstacles)
    }
    let feedChanges = try compositions.map { composition -> Change in
      let document = CompositionDocument(composition)
      let stored = try? CompositionDocument(
        of: composition.feed, in: transaction)
      // An older version may have written it otherwise.
      if let stored, stored.isStored, stored.bytes == document.bytes { return .unchanged }
      return try transaction.compose(document.text, of: composition.feed, by: actor)
    }
    return (designChanges, feedChanges)
  }

  /// The changes of the definitions.
  var kindChanges: [Change] {
    kinds.succession.proposals.filter { kinds.paths[$0.kind.name] != nil }.map { proposal in
      guard let former = kinds.succession.before[proposal.kind.name] else { return .inserted }
      return former == proposal.kind ? .unchanged : .updated
    }
  }

  /// The names of the kinds that ``write(to:by:checking:)`` may define or remove.
  var definedKinds: Set<String> {
    Set((kinds.succession.removed + kinds.succession.proposals.map(\.kind)).map(\.name))
  }
}
