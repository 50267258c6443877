public import Foundation

/// The last good documents on disk, by their addresses, with the tags to ask for changes with.
///
/// A document is written as a whole or not at all. A file that is damaged is not read, and is removed.
public actor DocumentStore {
  /// A document of the store.
  public struct Entry: Hashable, Sendable {
    /// The address that the document was loaded from.
    public let address: String
    /// The entity tag of the answer; `nil` if it had none.
    public let tag: String?
    /// The document as the server sent it.
    public let data: Data
    /// The screen that it is for; `nil` if that was not said.
    let label: DocumentLabel?
  }

  private let folder: URL
  private let maximumCount: Int
  private let maximumSize: Int
  private let now: @Sendable () -> Date

  /// The documents in `folder`, which is made when it is needed.
  ///
  /// - Parameters:
  ///   - folder: a folder for nothing else, such as one in `cachesDirectory`.
  ///   - maximumCount: the most documents; those that were asked for longest ago leave first.
  ///   - maximumSize: the most bytes of all documents.
  ///   - now: the time.
  public init(
    folder: URL, maximumCount: Int = 20, maximumSize: Int = 32 << 20,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.folder = folder
    self.maximumCount = maximumCount
    self.maximumSize = maximumSize
    self.now = now
  }

  /// The document of `address`; `nil` if there is none that can be read.
  public func document(at address: String) -> Entry? {
    entry(in: file(of: address), where: { $0 == address })
  }

  /// The addresses of all documents with the screens that these are for, the last used one first. The documents
  /// themselves are not read.
  func labels() -> [(address: String, label: DocumentLabel?)] {
    files().reversed().compactMap { file in
      (try? Data(contentsOf: file.url, options: .mappedIfSafe)).flatMap(DocumentFile.head)
        .map { ($0.address, $0.label) }
    }
  }

  /// Keeps a document in the place of the one that its address had. Where that fails, it is not kept.
  public func keep(_ data: Data, tag: String?, at address: String) {
    keep(data, tag: tag, at: address, label: nil)
  }

  /// Keeps a document with the screen that it is for.
  func keep(_ data: Data, tag: String?, at address: String, label: DocumentLabel?) {
    let file = file(of: address)
    let content = DocumentFile.content(
      Entry(address: address, tag: tag, data: data, label: label))
    guard content.count <= maximumSize else { return }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try content.write(to: file, options: .atomic)
      try touch(file)
    } catch {
      return
    }
    limit()
  }

  /// Notes that the document of `address` was asked for, and is still good.
  public func use(_ address: String) {
    try? touch(file(of: address))
  }

  /// Removes all documents.
  public func removeAll() {
    for file in files() { try? FileManager.default.removeItem(at: file.url) }
  }

  private func touch(_ file: URL) throws {
    try FileManager.default.setAttributes([.modificationDate: now()], ofItemAtPath: file.path)
  }

  private func file(of address: String) -> URL {
    folder.appendingPathComponent(
      Checksum.name(of: address.utf8) + DocumentFile.suffix, isDirectory: false)
  }

  private func entry(in file: URL, where condition: (String) -> Bool) -> Entry? {
    guard let content = try? Data(contentsOf: file) else { return nil }
    guard let entry = DocumentFile.entry(content) else {
      try? FileManager.default.removeItem(at: file)
      return nil
    }
    return condition(entry.address) ? entry : nil
  }

  private struct File {
    let url: URL
    let date: Date
    let size: Int
  }

  /// The files of documents, the last used one at the end.
  private func files() -> [File] {
    let keys: [URLResourceKey] = [.contentModificationDateKey, .fileSizeKey]
    let urls = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: keys)
    return (urls ?? []).filter { $0.lastPathComponent.hasSuffix(DocumentFile.suffix) }
      .map { url in
        let values = try? url.resourceValues(forKeys: Set(keys))
        return File(
          url: url, date: values?.contentModificationDate ?? .distantPast,
          size: values?.fileSize ?? 0)
      }
      .sorted { ($0.date, $0.url.path) < ($1.date, $1.url.path) }
  }

  private func limit() {
    var files = files()
    var size = files.reduce(0) { $0 + $1.size }
    while let oldest = files.first, files.count > maximumCount || size > maximumSize {
      try? FileManager.default.removeItem(at: oldest.url)
      size -= oldest.size
      files.removeFirst()
    }
  }
}

/// The form of a file of the store: a line of JSON, and the bytes of the document.
enum DocumentFile {
  static let suffix = ".feed"

  static func content(_ entry: DocumentStore.Entry) -> Data {
    let head: JSONValue = [
      "address": .string(entry.address), "tag": entry.tag.map(JSONValue.string) ?? .null,
      "label": entry.label?.json ?? .null,
      "checksum": .string(checksum(of: entry.data, entry.label)),
    ]
    return head.data + Data("\n".utf8) + entry.data
  }

  /// The entry that `content` has; `nil` if a byte of it is not as it was written.
  static func entry(_ content: Data) -> DocumentStore.Entry? {
    guard let head = head(content) else { return nil }
    let data = Data(content[head.end...])
    guard head.checksum == checksum(of: data, head.label) else { return nil }
    return DocumentStore.Entry(
      address: head.address, tag: head.tag, data: data, label: head.label)
  }

  /// The line before a document.
  struct Head {
    let address: String
    let tag: String?
    let label: DocumentLabel?
    let checksum: String?
    /// Where the document begins.
    let end: Data.Index
  }

  /// The line of `content` before its document; `nil` for none.
  static func head(_ content: Data) -> Head? {
    guard let end = content.firstIndex(of: UInt8(ascii: "\n")),
      let head = try? JSONValue(data: content[..<end]), let address = head["address"]?.string
    else { return nil }
    return Head(
      address: address, tag: head["tag"]?.string, label: DocumentLabel(head["label"]),
      checksum: head["checksum"]?.string, end: content.index(after: end))
  }

  private static func checksum(of data: Data, _ label: DocumentLabel?) -> String {
    Checksum.name(of: [label?.json.data ?? Data(), data].joined())
  }
}

/// A checksum against damage, not against malice: FNV-1a, twice.
enum Checksum {
  /// 32 hexadecimal digits.
  static func name(of bytes: some Sequence<UInt8>) -> String {
    var first: UInt64 = 0xcbf2_9ce4_8422_2325
    var second: UInt64 = 0x8422_2325_cbf2_9ce4
    for byte in bytes {
      first = (first ^ UInt64(byte)) &* 0x100_0000_01b3
      second = (second ^ UInt64(byte)) &* 0x100_0000_01b3 &+ 0x9e37_79b9
    }
    return [first, second].map { number in
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
