package import FeedModel
import Foundation
import StrictJSON

/// The files of a seeding, by what they have: cells and themes, definitions of kinds, compositions of feeds, or items.
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
  /// The files with cells and themes, each once, in the order they were met.
  package private(set) var designs: [(path: String, type: DesignType)] = []
  /// The files with compositions.
  package private(set) var feeds: [String] = []
  private(set) var items: [ItemFile] = []
  /// The folders that the user named in which there are neither definitions nor compositions.
  private(set) var plainFolders: [String] = []

  private var known: Set<String> = []

  /// Is true if there are files of designs, kinds or feeds.
  var hasCompanions: Bool { !kinds.isEmpty || !designs.isEmpty || !feeds.isEmpty }

  /// The names of the parts of a folder of content.
  private static let parts = [kindFolder, feedFolder] + DesignType.allCases.map(\.folder)

  /// The type of the designs in a part of a folder of content; `nil` for another part.
  private static func designType(ofFolder part: String?) -> DesignType? {
    DesignType.allCases.first { $0.folder == part }
  }

  /// The files that `paths` name: files themselves, and the files inside folders.
  ///
  /// A file in a folder called `cells`, `themes`, `kinds` or `feeds` has what that says; another one that the user named
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
      case let part?:
        for file in try Self.files(in: path) { addDesign(file, Self.designType(ofFolder: part)) }
      case nil: try addFolder(path)
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
    } else if let type = parts.lazy.compactMap(Self.designType).first {
      addDesign(path, type)
    } else {
      addItems(path, of: nil, isExported: false)
    }
  }

  private mutating func addFolder(_ folder: String) throws(SeedError) {
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    var isPlain = true
    let isExported = Self.hasOrder(prefix + FolderExport.orderPath)
    for type in DesignType.allCases where Self.isFolder(prefix + type.folder) == true {
      for file in try Self.files(in: prefix + type.folder) {
        addDesign(file, type)
        isPlain = false
      }
    }
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

  private mutating func addDesign(_ path: String, _ type: DesignType?) {
    if let type, isNew(path) { designs.append((path, type)) }
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

  /// The name of the part of a content folder that the folder at `path` is, such as `kinds`; `nil` for any other
  /// folder, such as one of content that has one of these names.
  private static func part(of path: String) -> String? {
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
      parts.contains { isFolder("\(path)/\($0)") == true }
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
    if tree["cells"] != nil || (tree["cell"] != nil && tree["content"] != nil) {
      return DesignType.cell.folder
    }
    if tree["themes"] != nil || tree["theme"] != nil && tree["sections"] == nil {
      return DesignType.theme.folder
    }
    return tree["sections"] == nil ? nil : feedFolder
  }
}
