import FeedModel
import FeedStore
import Foundation

/// A source of the pictures that content names by an address.
package protocol PictureSource: Sendable {
  /// Copies the picture at `address` into `file`.
  ///
  /// - Throws: an error that describes itself in a sentence.
  func copy(_ address: String, into file: IncomingFile) async throws
}

extension PictureFetcher: PictureSource {
  package func copy(_ address: String, into file: IncomingFile) async throws {
    let copy = FileManager.default.temporaryDirectory
      .appending(path: "tanada-picture-\(UUID.random().text)").path
    defer { try? FileManager.default.removeItem(atPath: copy) }
    try await fetch(address, to: copy)
    try file.append(contentsOf: copy, limit: PhotoLibrary.maximumByteCount)
  }
}

/// A folder with a picture for each address: `https://example.com/photos/1.jpg` is
/// `example.com/photos/1.jpg`.
package struct PictureFolder: PictureSource {
  /// Why there is no picture.
  package struct Missing: Error, CustomStringConvertible {
    package let description: String
  }

  private let path: String

  package init(path: String) {
    self.path = path
  }

  /// Whether there is a folder at `path`.
  package static func exists(at path: String) -> Bool {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    return exists && isFolder.boolValue
  }

  package func copy(_ address: String, into file: IncomingFile) async throws {
    guard let parts = URLComponents(string: address), let host = parts.host else {
      throw Missing(description: "not an address")
    }
    let names = [host] + parts.path.split(separator: "/").map(String.init)
    // An address never leads out of the folder.
    guard !names.contains("..") else { throw Missing(description: "the path has \"..\"") }
    let filePath = ([path] + names).joined(separator: "/")
    guard FileManager.default.fileExists(atPath: filePath) else {
      throw Missing(description: "\(filePath): no such file")
    }
    try file.append(contentsOf: filePath, limit: PhotoLibrary.maximumByteCount)
  }
}
