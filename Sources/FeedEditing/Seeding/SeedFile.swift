package import FeedModel
package import FeedStore
import Foundation
import StrictJSON

/// A file of items and their kind, which is determined by the file name.
package struct SeedFile: Hashable, Sendable {
  /// The file as the user named it, or below the folder the user named.
  package let path: String
  package let kind: ContentKind
  /// Whether it is in the folder of an export, and its items are complete.
  private let isExported: Bool

  /// The file of `source`, if its name is a kind's: `pickup_photos.json`.
  init?(_ source: SeedSources.ItemFile, kinds: ContentKinds) {
    guard let kind = kinds[source.path.fileStem] else { return nil }
    path = source.path
    isExported = source.isExported
    self.kind = kind
  }

  /// A decoder at the beginning of the file. Items keep what they say nothing about, such as their window, unless the
  /// file is of an export.
  var decoder: any TransferDecoder {
    ItemListDecoder(ofStaged: kind, .result, isComplete: isExported)
  }

  /// All items of the file.
  ///
  /// - Throws: ``SeedError``.
  func items() throws(SeedError) -> [StagedItem] {
    var decoder = decoder
    let items = decoder.decode(try Seed.contents(of: path)) + decoder.finish()
    guard decoder.problems.isEmpty else {
      throw .invalid([InvalidFile(path: path, problems: decoder.problems)])
    }
    return items
  }

  /// The size, in bytes; 0 if it is not known.
  var byteCount: Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.size] as? Int ?? 0
  }
}

extension String {
  /// The name of the file at this path, without its extension.
  var fileStem: String {
    URL(fileURLWithPath: self).deletingPathExtension().lastPathComponent
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

  /// The files of items in the order they were read.
  package private(set) var files: [File] = []
  /// The changes of definitions; empty if there are none in the files.
  package let kinds: [Change: Int]
  /// The changes of cells and themes; empty if there are none in the files.
  package private(set) var designs: [Change: Int] = [:]
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
  mutating func note(
    _ outcome: StageOutcome, _ changes: (designs: [Change], feeds: [Change])
  ) {
    revision = outcome.revision
    designs = Self.counts(of: changes.designs)
    feeds = Self.counts(of: changes.feeds)
    var noted: Set<String> = []
    for index in files.indices where noted.insert(files[index].kind.name).inserted {
      files[index].counts = outcome.counts[files[index].kind.name] ?? [:]
    }
  }

  private static func counts(of changes: [Change]) -> [Change: Int] {
    Dictionary(changes.map { ($0, 1) }, uniquingKeysWith: +)
  }
}
