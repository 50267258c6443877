import Crypto
package import FeedLayout
package import FeedModel
import Foundation
import StrictJSON

/// The addresses of the pages of sections, for documents.
package struct PageAddresses: Sendable {
  private let signer: CursorSigner
  /// The variant that the pages are of; `nil` for what everybody gets.
  private var variant: String?
  /// The conditions of the variant, sealed; `nil` for none, and if they are too long.
  private var conditions: String?

  /// - Parameter secret: the key of the signatures, the same on every server of the store.
  package init(secret: [UInt8]) { signer = CursorSigner(secret: secret) }

  /// The addresses of pages of `variant`, by whose sealed `conditions` pages go on when there is no
  /// such variant any more.
  package func inVariant(_ variant: String?, meeting conditions: String? = nil) -> PageAddresses {
    var addresses = self
    (addresses.variant, addresses.conditions) = (variant, conditions)
    return addresses
  }

  /// The path of the first page of `section`, in the default locale for `nil`.
  package func firstPage(
    of section: String, in feed: String, for traits: ScreenTraits, locale: LocaleTag? = nil,
    limit: Int
  ) -> String {
    var address = "/v1/feeds/\(feed)/sections/\(section)?width=\(traits.viewport.width.text)"
    if traits.textSize != .standard { address += "&text_size=\(traits.textSize.share.text)" }
    if traits.direction != .leftToRight { address += "&direction=\(traits.direction.rawValue)" }
    if let locale { address += "&locale=\(locale)" }
    if traits.version != DocumentVersion.newest { address += "&max_version=\(traits.version)" }
    if let variant { address += "&variant=\(variant)" }
    return address + "&limit=\(limit)"
  }

  /// The path of the page that begins at `cursor`; throws for a cursor that no server has made.
  package func page(
    at cursor: SectionCursor, of section: String, in feed: String, limit: Int
  ) throws -> String {
    let purpose = purpose(feed, section)
    var cursor = cursor
    cursor.conditions = cursor.conditions ?? conditions
    return try firstPage(
      of: section, in: feed, for: cursor.traits, locale: cursor.localeTag, limit: limit)
      + "&cursor="
      + signer.cursor(cursor, for: purpose)
  }

  /// The content of `cursor`; `nil` if it was not made for `section` by a server of this store.
  package func open(_ cursor: String, of section: String, in feed: String) -> SectionCursor? {
    signer.open(cursor, as: SectionCursor.self, for: purpose(feed, section))
  }

  private func purpose(_ feed: String, _ section: String) -> String {
    "feeds/\(feed)/sections/\(section)" + (variant.map { "?variant=\($0)" } ?? "")
  }
}

extension Double {
  fileprivate var text: String { NumberText.shortest(self) }
}

/// Signs cursors, so that only those of this store are accepted, without further validation.
///
/// A cursor is base64url (RFC 4648, section 5) of an HMAC-SHA256 (RFC 2104) and the JSON that it
/// authenticates.
package struct CursorSigner: Sendable {
  private let key: SymmetricKey

  /// Creates a signer with the key `secret`.
  package init(secret: [UInt8]) { key = SymmetricKey(data: secret) }

  /// The cursor with `content`, which is accepted for the same `purpose` only.
  package func cursor(_ content: some Encodable, for purpose: String) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = try encoder.encode(content)
    let signature = HMAC<SHA256>.authenticationCode(for: signed(json, for: purpose), using: key)
    return Base64URL.encode(Data(signature) + json)
  }

  /// The content of `cursor`; `nil` if it was not signed by this store's servers for `purpose`.
  package func open<Content: Decodable>(
    _ cursor: String, as _: Content.Type, for purpose: String
  ) -> Content? {
    guard let bytes = Base64URL.decode(cursor).map({ Data($0) }), bytes.count > SHA256.byteCount
    else { return nil }
    let json = bytes.dropFirst(SHA256.byteCount)
    let isOurs = HMAC<SHA256>.isValidAuthenticationCode(
      bytes.prefix(SHA256.byteCount), authenticating: signed(json, for: purpose), using: key)
    return isOurs ? try? JSONDecoder().decode(Content.self, from: json) : nil
  }

  private func signed(_ json: Data, for purpose: String) -> Data { Data(purpose.utf8) + [0] + json }
}
