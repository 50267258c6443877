import Crypto
import FeedPublisher

/// A file that pages load, served under an address that changes with its content.
struct WebAsset: Sendable {
  /// The media types of files, by the end of their names.
  private static let mediaTypes = [
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "ts": "application/typescript; charset=utf-8",
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
      bytes: bytes, codings: ContentCoding.allCases, effort: .thorough)
  }
}
