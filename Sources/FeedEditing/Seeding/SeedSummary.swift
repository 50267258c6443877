package import FeedModel
package import FeedStore

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

  /// The files of items in the order they were read.
  package private(set) var files: [File] = []
  /// The changes of definitions; empty if there are none in the files.
  package let kinds: [Change: Int]
  /// The changes of compositions; empty if there are none in the files.
  package private(set) var feeds: [Change: Int] = [:]
  /// JSON files in folders whose names are no kind.
  package let ignored: [String]
  /// The revision that was made; `nil` if nothing changed.
  package private(set) var revision: Revision?

  init(_ seed: Seed) {
    ignored = seed.ignored
    kinds = Self.counts(of: seed.kindChanges)
  }

  mutating func add(_ file: SeedFile, unknownFields: [String: Int]) {
    files.append(File(path: file.path, kind: file.kind, unknownFields: unknownFields))
  }

  /// Two files of one kind are counted together, with the first of them.
  mutating func note(_ outcome: StageOutcome, feeds changes: [Change]) {
    revision = outcome.revision
    feeds = Self.counts(of: changes)
    var noted: Set<String> = []
    for index in files.indices where noted.insert(files[index].kind.name).inserted {
      files[index].counts = outcome.counts[files[index].kind.name] ?? [:]
    }
  }

  private static func counts(of changes: [Change]) -> [Change: Int] {
    Dictionary(changes.map { ($0, 1) }, uniquingKeysWith: +)
  }
}
