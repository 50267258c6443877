import Foundation

/// Bytes as text in the alphabet that needs no escaping in addresses, without padding (RFC 4648,
/// section 5).
package enum Base64URL {
  /// `bytes` as text.
  ///
  /// Every item that is published has an id in this form, so it is made without detours.
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var characters: [UInt8] = []
    characters.reserveCapacity(bytes.underestimatedCount * 4 / 3 + 3)
    // The last bits that are in no character yet, and how many they are.
    var (bits, count): (UInt32, UInt32) = (0, 0)
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        characters.append(alphabet[Int(bits >> count & 63)])
      }
    }
    if count > 0 { characters.append(alphabet[Int(bits << (6 - count) & 63)]) }
    return String(decoding: characters, as: UTF8.self)
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The bytes that `text` encodes; `nil` for any text that ``encode(_:)`` does not return.
  package static func decode(_ text: String) -> [UInt8]? {
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    let standard = text.replacing("-", with: "+").replacing("_", with: "/") + padding
    guard let data = Data(base64Encoded: standard), encode(data) == text else { return nil }
    return Array(data)
  }
}
