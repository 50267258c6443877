/// How a document's bytes may be packed on their way (RFC 9110, section 8.4.1).
package enum ContentCoding: String, CaseIterable, Hashable, Sendable {
  case identity
  case gzip
  case brotli = "br"

  /// `bytes` in this coding; `nil` where that is impossible.
  func encode(_ bytes: [UInt8]) -> [UInt8]? {
    switch self {
    case .identity: bytes
    case .gzip: Gzip.compress(bytes)
    case .brotli: Brotli.compress(bytes)
    }
  }
}
