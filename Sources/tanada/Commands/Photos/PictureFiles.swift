import FeedPhotos
import Foundation

/// The pictures among files and in folders that were named on the command line.
struct PictureFiles {
  /// The files that were named, whatever they are, and the pictures in folders.
  private(set) var paths: [String] = []
  /// Folders without a picture.
  private(set) var emptyFolders: [String] = []
  /// How many files in folders are no pictures.
  private(set) var otherCount = 0

  /// Looks into the folders among `names`.
  init(at names: [String]) {
    for name in names {
      if PictureFolder.exists(at: name) { addPictures(in: name) } else { paths.append(name) }
    }
  }

  /// Adds the pictures in a folder and its folders, in alphabetical order. Hidden files do not count.
  private mutating func addPictures(in folder: String) {
    let names = (FileManager.default.enumerator(atPath: folder)?.allObjects ?? []) as? [String]
    let before = paths.count
    for name in (names ?? []).sorted() where !Self.isHidden(name) {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      guard Self.isRegular(path) else { continue }
      let isPicture = (try? PictureInspection(contentsOf: path)) != nil
      if isPicture { paths.append(path) } else { otherCount += 1 }
    }
    if paths.count == before { emptyFolders.append(folder) }
  }

  /// Whether there are bytes to be read at once, unlike in folders and pipes.
  private static func isRegular(_ path: String) -> Bool {
    var information = stat()
    return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
  }

  private static func isHidden(_ name: String) -> Bool {
    name.split(separator: "/").contains { $0.hasPrefix(".") }
  }
}
