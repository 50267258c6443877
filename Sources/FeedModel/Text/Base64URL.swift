import Foundation

/// Bytes as text in the alphabet that needs no escaping in addresses, without padding (RFC 4648,
/// section 5).
package enum Base64URL {
  /// `bytes` as text.
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    Data(bytes).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// The bytes that `text` encodes; `nil` for any text that ``encode(_:)`` does not return.
  package static func decode(_ text: String) -> [UInt8]? {
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    let standard = text.replacing("-", with: "+").replacing("_", with: "/") + padding
    guard let data = Data(base64Encoded: standard), encode(data) == text else { return nil }
    return Array(data)
  }
}
