package import FeedModel
import FeedStore
import Foundation
import StrictJSON

/// A file of items and their kind, which is determined by the file name.
package struct SeedFile: Hashable, Sendable {
  /// The file as the user named it, or below the folder the user named.
  package let path: String
  package let kind: ContentKind

  /// The file at `path`, if its name is a kind's: `pickup_photos.json`.
  init?(path: String, kinds: ContentKinds) {
    guard let kind = kinds[path.fileStem] else { return nil }
    self.path = path
    self.kind = kind
  }

  /// A decoder at the beginning of the file. Items without any part of a window keep the one they have.
  var decoder: any TransferDecoder {
    JSONTransferDecoder(kind, .result)
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
