import Bounds
import FeedPublisher
import Foundation

/// The documentation as files of a folder, which `scripts/docs --site` writes. A file is read when it is first asked for,
/// and again when it has changed.
final class DocumentationSite: Sendable {
  /// The file or folder at a path of the site, if there is one.
  enum Finding {
    case file(PublishedDocument, mediaType: String)
    /// A folder, whose own page has relative links: its address ends with a slash.
    case folder
    case nothing
  }

  /// A file as it was read.
  private struct Entry: Sendable {
    let document: PublishedDocument
    let stamp: Stamp
  }

  /// The facts of a file by which a replacement is noticed.
  private struct Stamp: Equatable, Sendable {
    let size: Int
    let modified: Date
    let number: Int
  }

  /// The page of a folder.
  private static let index = "index.html"
  /// The largest file that is served, in bytes. A site has no larger ones.
  private static let maximumSize = 16 << 20
  /// The media types of files, by the end of their names.
  private static let mediaTypes = [
    "css": "text/css; charset=utf-8", "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "json": "application/json",
    "tar": "application/x-tar", "txt": "text/plain; charset=utf-8", "svg": "image/svg+xml",
    "png": "image/png",
    "webp": "image/webp", "jpg": "image/jpeg", "gif": "image/gif",
  ]
  /// The ends of names of files that are compressed already.
  private static let compressed: Set = ["png", "webp", "jpg", "gif"]

  private let folder: URL
  private let entries: SharedCache.Part<String, Entry>

  /// Creates the site of the files in `folder`, which need not exist yet. Those that were read are kept in `cache`.
  init(folder: String, in cache: SharedCache) {
    entries = cache.part("documentation")
    self.folder = URL(filePath: folder, directoryHint: .isDirectory).resolvingSymlinksInPath()
  }

  /// The finding at `path`, relative to the folder and decoded. No name in it begins with a dot, and no link leads out of
  /// the folder. A path that ends with a slash, or is empty, is that of a folder's page.
  func find(_ path: String) -> Finding {
    var names = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if names.last == "" { names[names.count - 1] = Self.index }
    guard names.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") && !$0.contains("\0") }) else {
      return .nothing
    }
    let file = folder.appending(path: names.joined(separator: "/")).resolvingSymlinksInPath()
    guard file.path.hasPrefix(folder.path + "/"),
      let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
    else { return .nothing }
    switch attributes[.type] as? FileAttributeType {
    case .typeDirectory: return path.hasSuffix("/") ? .nothing : .folder
    case .typeRegular: return read(file, attributes)
    default: return .nothing
    }
  }

  private func read(_ file: URL, _ attributes: [FileAttributeKey: Any]) -> Finding {
    guard let mediaType = Self.mediaTypes[file.pathExtension],
      let size = attributes[.size] as? Int, size <= Self.maximumSize
    else { return .nothing }
    let stamp = Stamp(
      size: size, modified: attributes[.modificationDate] as? Date ?? .distantPast,
      number: attributes[.systemFileNumber] as? Int ?? 0)
    if let known = entries.use(file.path), known.stamp == stamp {
      return .file(known.document, mediaType: mediaType)
    }
    guard let bytes = FileManager.default.contents(atPath: file.path) else { return .nothing }
    let document = PublishedDocument(
      bytes: Array(bytes),
      codings: Self.compressed.contains(file.pathExtension) ? [] : ContentCoding.allCases)
    entries.store(
      Entry(document: document, stamp: stamp), byteCount: document.byteCount, for: file.path)
    document.countRepresentations(entries.charging(file.path))
    return .file(document, mediaType: mediaType)
  }
}
