package import FeedModel
import FeedStore
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
    JSONTransferDecoder(kind, .result, isComplete: isExported)
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
