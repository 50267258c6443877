import FeedEditing
import FeedModel
import FeedStore
import Foundation

/// Writes a whole database into a folder, as `tanada export --all` does.
struct FolderExporter {
  let folder: String

  /// Writes the content of `reader`, and removes the files of a former export that are not written any more.
  ///
  /// The order of the kinds, which tells the next export what it may remove, is written twice: first with the kinds of
  /// both exports, and at the end with those that are left. So an export that is interrupted leaves no file for good.
  ///
  /// - Returns: the paths of the removed files in the folder.
  /// - Throws: ``Failure`` or `StoreError`.
  func run(_ reader: any ContentReader) throws -> [String] {
    let export = try FolderExport(of: reader)
    let former = FolderExport.kinds(ofOrder: contents(of: FolderExport.orderPath) ?? Data())
    let designFolders = DesignType.allCases.map(\.folder).filter { part in
      export.files.contains { $0.path.hasPrefix("\(part)/") }
    }
    for part in ["", SeedSources.kindFolder, SeedSources.feedFolder] + designFolders {
      try ExportCommand.makeFolder(part.isEmpty ? folder : path(part))
    }
    try write(export.order(with: former), to: FolderExport.orderPath)
    for file in export.files where file.path != FolderExport.orderPath {
      try write(file.bytes, to: file.path)
    }
    for kind in export.kinds.all { try write(kind, reader) }
    let removed = try removeOthers(than: export, formerKinds: former)
    try write(export.order(with: []), to: FolderExport.orderPath)
    return removed
  }

  private func write(_ bytes: [UInt8], to name: String) throws {
    let file = try ExportFile(path(name), isInNamedFolder: true)
    try file.write(bytes)
    try file.finish()
  }

  private func write(_ kind: ContentKind, _ reader: any ContentReader) throws {
    let file = try ExportFile(path(FolderExport.path(ofItems: kind.name)), isInNamedFolder: true)
    try file.write(Exporter(kind: kind, format: .json, shownAt: nil), reader)
    try file.finish()
  }

  /// Removes files that an export has written, of kinds, designs and feeds that are gone. All others stay.
  private func removeOthers(than export: FolderExport, formerKinds: [String]) throws -> [String] {
    let written = Set(export.files.map(\.path))
    var old: [String] = []
    for name in names(in: SeedSources.kindFolder) {
      let path = "\(SeedSources.kindFolder)/\(name).json"
      guard !written.contains(path), let bytes = contents(of: path) else { continue }
      if formerKinds.contains(name), FolderExport.isWritten(bytes, kind: name) { old.append(path) }
    }
    for name in names(in: SeedSources.feedFolder) {
      let path = "\(SeedSources.feedFolder)/\(name).json"
      guard !written.contains(path), let bytes = contents(of: path) else { continue }
      if FolderExport.isWritten(bytes, feed: name) { old.append(path) }
    }
    for type in DesignType.allCases {
      for key in names(in: type.folder).map({ DesignKey(type, $0) }) {
        let path = "\(key).json"
        guard !written.contains(path), let bytes = contents(of: path) else { continue }
        if FolderExport.isWritten(bytes, design: key) { old.append(path) }
      }
    }
    for name in Set(formerKinds).subtracting(export.kinds.names).sorted() {
      let path = FolderExport.path(ofItems: name)
      if isItems(path) { old.append(path) }
    }
    for path in old {
      guard unlink(self.path(path)) == 0 else { throw Failure.cannotWrite(self.path(path)) }
    }
    return old
  }

  /// Whether the file at `path` in the folder has items as an export writes them.
  private func isItems(_ path: String) -> Bool {
    guard let file = try? NamedFile(at: self.path(path)),
      let (beginning, end) = try? file.ends(of: 64)
    else { return false }
    return FolderExport.isItems(beginning: beginning, end: end)
  }

  private func path(_ name: String) -> String { "\(folder)/\(name)" }

  private func contents(of name: String) -> Data? {
    try? NamedFile.contents(of: path(name))
  }

  /// The names of the JSON files in a part of the folder, without their extension.
  private func names(in part: String) -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path(part))) ?? []
    return files.sorted().filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
  }
}
