import Crypto
import FeedModel
import Foundation

/// Makes and opens the names of variants: base64url (RFC 4648, section 5) of the conditions that
/// are met, encrypted. Every server of a store gives them the same name, and only these servers can
/// make or read one.
package struct VariantSigner: Sendable {
  private let key: SymmetricKey

  /// - Parameter secret: the same on every server of the store.
  package init(secret: [UInt8]) {
    let digest = HMAC<SHA256>.authenticationCode(
      for: Data("variants".utf8), using: SymmetricKey(data: secret))
    key = SymmetricKey(data: Data(digest))
  }

  /// The most conditions of a variant: names have room for no more.
  static let maximumConditionCount = 500

  /// The name of the variant for clients that meet `met`, and no other condition of `feed`.
  ///
  /// - Parameter others: the conditions that would decide as well what they get: the name holds as
  ///   long as there are these, and no others.
  func name(of met: Set<Targeting>, beside others: Set<Targeting>, in feed: String) -> String? {
    guard met.count <= Self.maximumConditionCount else { return nil }
    let marks = met.map(Self.mark).sorted { $0.lexicographicallyPrecedes($1) }
    return seal(Self.fingerprint(of: others) + marks.joined(), for: Data(feed.utf8))
  }

  /// The conditions that the variant called `name` meets; `nil` if no server of this store has made
  /// it, or if it does not hold any more.
  ///
  /// - Parameters:
  ///   - conditions: all those of `feed`.
  ///   - possible: those that would decide as well what clients get that meet some.
  func conditions(
    of name: String, among conditions: [Targeting],
    beside possible: (Set<Targeting>) -> Set<Targeting>, in feed: String
  ) -> Set<Targeting>? {
    guard let content = open(name, for: Data(feed.utf8)),
      content.count >= Self.fingerprintSize,
      (content.count - Self.fingerprintSize).isMultiple(of: Self.markSize)
    else { return nil }
    let rest = Array(content.dropFirst(Self.fingerprintSize))
    let marks = Set(
      stride(from: 0, to: rest.count, by: Self.markSize).map {
        Data(rest[$0..<($0 + Self.markSize)])
      })
    let met = Set(marks.isEmpty ? [] : conditions.filter { marks.contains(Self.mark(of: $0)) })
    // It was made beside the same conditions.
    guard met.count == marks.count,
      content.prefix(Self.fingerprintSize) == Self.fingerprint(of: possible(met))
    else { return nil }
    return met
  }

  private static let fingerprintSize = 8
  private static let markSize = 6

  /// Tells a condition from all others of a feed.
  private static func mark(of condition: Targeting) -> Data {
    Data(SHA256.hash(data: Data(condition.canonicalText.utf8)).prefix(markSize))
  }

  static func fingerprint(of conditions: Set<Targeting>) -> Data {
    let text = conditions.map(\.canonicalText).sorted().joined(separator: "\n")
    return Data(SHA256.hash(data: Data(text.utf8)).prefix(fingerprintSize))
  }

  /// The conditions `met`, for the addresses of pages of `feed`; `nil` if they are too long.
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
    // The nonce follows from the content, so that only equal contents have equal nonces.
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

  private static let maximumLength = 4_096
  /// The longest conditions that addresses of pages have, in bytes.
  private static let maximumConditionSize = 2_048
  private static let nonceSize = 12
}
