import Crypto
import FeedPublisher

/// The pages and the assets they load.
struct WebSite: Sendable {
  /// By the name in the sources.
  let assets: [String: WebAsset]
  /// By the name in addresses; none for the address of former content.
  let assetsByHashedName: [String: WebAsset]
  /// By the name in the sources.
  let pages: [String: PublishedDocument]

  /// Creates the site of `files`, by their names. HTML files are pages. `{{tanada.js}}` in a page or a script
  /// becomes the address of that asset; one that a script names does not name others.
  init(files: [String: [UInt8]]) {
    // The hash in an address is that of what is served, so assets that are named come first.
    let named = files.filter { !$0.value.names(files.keys) }
      .compactMap { WebAsset(name: $0.key, bytes: $0.value) }
    let naming = files.filter { $0.value.names(files.keys) }
      .compactMap { WebAsset(name: $0.key, bytes: $0.value.naming(named)) }
    let assets = named + naming
    self.assets = Dictionary(uniqueKeysWithValues: assets.map { ($0.name, $0) })
    assetsByHashedName = Dictionary(uniqueKeysWithValues: assets.map { ($0.hashedName, $0) })
    pages = files.filter { $0.key.hasSuffix(".html") }.mapValues { bytes in
      PublishedDocument(bytes: bytes.naming(assets), codings: ContentCoding.allCases)
    }
  }
}

/// A file that pages load, served under an address that changes with its content.
struct WebAsset: Sendable {
  private static let mediaTypes = [
    "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml", "ts": "application/typescript; charset=utf-8",
  ]
  /// How many bytes of the hash are in an address: no two files of one name share so many.
  private static let hashByteCount = 8

  /// The name in the sources: `tanada.js`.
  let name: String
  let mediaType: String
  /// The name in addresses: `tanada.3f1c….js`, with hexadecimal digits of the content's SHA-256.
  let hashedName: String
  /// The content in every coding that makes it smaller.
  let document: PublishedDocument

  /// The address of this content, which never has other content.
  var path: String { "/assets/\(hashedName)" }

  /// Creates an asset; `nil` if files with this end of the name are not assets.
  init?(name: String, bytes: [UInt8]) {
    guard let dot = name.lastIndex(of: "."),
      let mediaType = Self.mediaTypes[String(name[name.index(after: dot)...])]
    else { return nil }
    let hash = SHA256.hash(data: bytes).prefix(Self.hashByteCount).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0\(digits)" : digits
    }.joined()
    self.name = name
    self.mediaType = mediaType
    hashedName = "\(name[..<dot]).\(hash)\(name[dot...])"
    document = PublishedDocument(
      bytes: bytes, codings: ContentCoding.allCases, thoroughly: true)
  }
}

extension [UInt8] {
  /// Whether this file names one of `files`.
  fileprivate func names(_ files: some Sequence<String>) -> Bool {
    let source = String(decoding: self, as: UTF8.self)
    return files.contains { source.contains("{{\($0)}}") }
  }

  /// This file with the addresses of the assets that it names.
  fileprivate func naming(_ assets: [WebAsset]) -> [UInt8] {
    let source = String(decoding: self, as: UTF8.self)
    return Array(assets.reduce(source) { $0.replacing("{{\($1.name)}}", with: $1.path) }.utf8)
  }
}
