import FeedModel
import Foundation
import StrictJSON

/// The files of a seeding, by what they have: definitions of kinds, compositions of feeds, or items.
package struct SeedSources: Sendable {
  /// A file, or one of a folder, that has items if its name is that of a kind.
  struct ItemFile: Sendable {
    let path: String
    /// The folder that the user named; `nil` for a file that the user named.
    let folder: String?
    /// Whether that folder is one that `tanada export --all` wrote.
    let isExported: Bool
  }

  /// The folder of definitions inside a folder of content.
  package static let kindFolder = "kinds"
  /// The folder of compositions inside a folder of content.
  package static let feedFolder = "feeds"

  /// The files with definitions, each once, in the order they were met.
  package private(set) var kinds: [String] = []
  /// The files with compositions.
  package private(set) var feeds: [String] = []
  private(set) var items: [ItemFile] = []
  /// The folders that the user named in which there are neither definitions nor compositions.
  private(set) var plainFolders: [String] = []

  private var known: Set<String> = []

  /// The files that `paths` name: files themselves, and the files inside folders.
  ///
  /// A file in a folder called `kinds` or `feeds` has definitions or a composition; another one that the user named
  /// also if it looks like that inside. A folder with a folder of one of these names in it is one of content, whatever
  /// it is called itself.
  ///
  /// - Throws: ``SeedError`` for a path that does not exist, or a folder that cannot be read.
  package init(at paths: [String]) throws(SeedError) {
    for path in paths {
      guard let isFolder = Self.isFolder(path) else { throw .missing(path: path) }
      guard isFolder else {
        addNamed(path)
        continue
      }
      switch Self.part(of: path) {
      case Self.kindFolder: for file in try Self.files(in: path) { addKinds(file) }
      case Self.feedFolder: for file in try Self.files(in: path) { addFeed(file) }
      default: try addFolder(path)
      }
    }
  }

  private mutating func addNamed(_ path: String) {
    let folder = Self.part(of: URL(fileURLWithPath: path).deletingLastPathComponent().path)
    let parts = [folder, Self.content(of: path)]
    if parts.contains(Self.kindFolder) {
      addKinds(path)
    } else if parts.contains(Self.feedFolder) {
      addFeed(path)
    } else {
      addItems(path, of: nil, isExported: false)
    }
  }

  private mutating func addFolder(_ folder: String) throws(SeedError) {
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    var isPlain = true
    let isExported = Self.hasOrder(prefix + FolderExport.orderPath)
    if Self.isFolder(prefix + Self.kindFolder) == true {
      for file in try Self.files(in: prefix + Self.kindFolder) {
        addKinds(file)
        isPlain = false
      }
    }
    for file in try Self.files(in: folder) { addItems(file, of: folder, isExported: isExported) }
    if Self.isFolder(prefix + Self.feedFolder) == true {
      for file in try Self.files(in: prefix + Self.feedFolder) {
        addFeed(file)
        isPlain = false
      }
    }
    if isPlain { plainFolders.append(folder) }
  }

  private mutating func addKinds(_ path: String) {
    if isNew(path) { kinds.append(path) }
  }

  private mutating func addFeed(_ path: String) {
    if isNew(path) { feeds.append(path) }
  }

  private mutating func addItems(_ path: String, of folder: String?, isExported: Bool) {
    guard isNew(path) else { return }
    items.append(ItemFile(path: path, folder: folder, isExported: isExported))
  }

  private mutating func isNew(_ path: String) -> Bool {
    known.insert(URL(fileURLWithPath: path).standardized.path).inserted
  }

  // MARK: - The file system

  /// Whether there is a folder at `path`, and not a file; `nil` if there is nothing.
  private static func isFolder(_ path: String) -> Bool? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
    return isFolder.boolValue
  }

  /// The name of the part of a content folder that the folder at `path` is, `kinds` or `feeds`; `nil` for any other
  /// folder, such as one of content that has one of these names.
  private static func part(of path: String) -> String? {
    let parts = [kindFolder, feedFolder]
    let name = URL(fileURLWithPath: path).standardized.lastPathComponent
    guard parts.contains(name), !parts.contains(where: { isFolder("\(path)/\($0)") == true })
    else { return nil }
    return name
  }

  /// The JSON files in `folder`, in alphabetical order.
  private static func files(in folder: String) throws(SeedError) -> [String] {
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        .filter { $0.hasSuffix(".json") && isFolder(prefix + $0) == false }.map { prefix + $0 }
    } catch {
      throw .unreadable(path: folder)
    }
  }

  /// The folders in `folder` that have definitions or compositions, in alphabetical order.
  static func contentFolders(in folder: String) -> [String] {
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().map { prefix + $0 }.filter { path in
      [kindFolder, feedFolder].contains { isFolder("\(path)/\($0)") == true }
    }
  }

  // MARK: - Recognition

  /// Whether the file at `path` has the order of kinds, as only an export writes it.
  private static func hasOrder(_ path: String) -> Bool {
    guard let bytes = try? NamedFile.contents(of: path), let tree = try? JSONTree(parsing: bytes)
    else { return false }
    return KindOrder.isWritten(in: tree)
  }

  /// The most bytes of a file that is taken for definitions or a composition by what it has.
  private static let maximumRecognizedSize = 4 << 20

  /// The part of a content folder that the file at `path` seems to be from; `nil` for items, and for anything else. A pipe
  /// is read once, as items.
  private static func content(of path: String) -> String? {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let type = try? FileManager.default.attributesOfItem(atPath: target)[.type]
    guard type as? FileAttributeType == .typeRegular,
      var file = try? NamedFile(at: path)
    else { return nil }
    guard let bytes = try? file.read(upToCount: maximumRecognizedSize + 1),
      bytes.count <= maximumRecognizedSize, let tree = try? JSONTree(parsing: bytes)
    else { return nil }
    if tree["kinds"] != nil || (tree["kind"] != nil && tree["fields"] != nil) {
      return kindFolder
    }
    return tree["sections"] == nil ? nil : feedFolder
  }
}
