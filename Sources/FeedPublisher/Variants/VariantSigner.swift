import Crypto
import FeedModel
import Foundation

/// Makes and opens the names of variants.
///
/// A name is base64url (RFC 4648, section 5) of the conditions that are met, encrypted: every server of a store makes the
/// same name of them, and nobody else can make one or tell what is in it.
package struct VariantSigner: Sendable {
  private let key: SymmetricKey

  /// - Parameter secret: the same on every server of the store.
  package init(secret: [UInt8]) {
    let digest = HMAC<SHA256>.authenticationCode(
      for: Data("variants".utf8), using: SymmetricKey(data: secret))
    key = SymmetricKey(data: Data(digest))
  }

  /// The name of the variant for clients that meet `met` of `conditions`, which are all those of `feed`, in their order.
  ///
  /// - Parameter fingerprint: the digest of what decides about them, which the name holds with.
  func name(
    of met: Set<Targeting>, among conditions: [Targeting], fingerprint: Data, in feed: String
  ) -> String? {
    var content = fingerprint
    for group in stride(from: 0, to: conditions.count, by: 8) {
      let bits = conditions[group..<min(group + 8, conditions.count)].enumerated()
      content.append(bits.reduce(UInt8(0)) { met.contains($1.element) ? $0 | 1 << $1.offset : $0 })
    }
    return seal(content, for: Data(feed.utf8))
  }

  /// The conditions that the variant called `name` meets; `nil` if no server of this store has made it, or for a feed
  /// with another fingerprint.
  func conditions(
    of name: String, among conditions: [Targeting], fingerprint: Data, in feed: String
  ) -> Set<Targeting>? {
    guard let content = open(name, for: Data(feed.utf8)),
      content.prefix(fingerprint.count) == fingerprint
    else { return nil }
    let bits = Array(content.dropFirst(fingerprint.count))
    guard bits.count == (conditions.count + 7) / 8 else { return nil }
    return Set(
      conditions.enumerated().filter { bits[$0.offset / 8] & 1 << ($0.offset % 8) != 0 }
        .map(\.element))
  }

  /// The conditions `met`, for the addresses of pages of `feed`: a client cannot read them. `nil` if they are too long.
  func sealed(_ met: Set<Targeting>, in feed: String) -> String? {
    let texts = met.map { Array($0.canonicalText.utf8) }
      .sorted { $0.lexicographicallyPrecedes($1) }
    // A text of JSON has no line break.
    let content = Data(texts.joined(separator: [Self.lineBreak]))
    guard content.count <= Self.maximumConditionSize else { return nil }
    return seal(content, for: Self.purposeOfConditions(in: feed))
  }

  /// The conditions that ``sealed(_:in:)`` has made `text` of; `nil` for any other text.
  func conditions(sealed text: String, in feed: String) -> Set<Targeting>? {
    guard let content = open(text, for: Self.purposeOfConditions(in: feed)) else { return nil }
    let texts = content.split(separator: Self.lineBreak)
    let conditions = texts.compactMap {
      Targeting(canonicalText: String(decoding: $0, as: UTF8.self))
    }
    return conditions.count == texts.count ? Set(conditions) : nil
  }

  private static let lineBreak = UInt8(ascii: "\n")

  /// Differs from that of names, so that neither is taken for the other.
  private static func purposeOfConditions(in feed: String) -> Data { Data(feed.utf8) + [0] }

  /// Encrypts `content` for `purpose`, in base64url.
  private func seal(_ content: Data, for purpose: Data) -> String? {
    // The nonce follows from the content, so that equal contents have equal texts, and different ones different nonces.
    let digest = HMAC<SHA256>.authenticationCode(for: purpose + [0] + content, using: key)
    guard let nonce = try? AES.GCM.Nonce(data: Data(digest).prefix(Self.nonceSize)),
      let box = try? AES.GCM.seal(content, using: key, nonce: nonce, authenticating: purpose),
      let bytes = box.combined
    else { return nil }
    return Base64URL.encode(bytes)
  }

  /// The content of `text`; `nil` if no server of this store has sealed it for `purpose`.
  private func open(_ text: String, for purpose: Data) -> Data? {
    guard text.utf8.count <= Self.maximumLength, let bytes = Base64URL.decode(text),
      let box = try? AES.GCM.SealedBox(combined: Data(bytes))
    else { return nil }
    return try? AES.GCM.open(box, using: key, authenticating: purpose)
  }

  /// The longest text that is opened, in characters.
  private static let maximumLength = 4_096
  /// The longest conditions that addresses of pages have, in bytes.
  private static let maximumConditionSize = 2_048
  /// The size of a nonce, in bytes.
  private static let nonceSize = 12
}
