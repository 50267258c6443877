package import FeedLayout
package import FeedModel
import StrictJSON

/// The addresses of the pages of sections, for documents.
package struct PageAddresses: Sendable {
  private let signer: CursorSigner
  /// The variant that the pages are of; `nil` for what everybody gets.
  private var variant: String?
  /// The conditions of the variant, sealed; `nil` for what everybody gets, and if they are too long.
  private var conditions: String?

  /// - Parameter secret: the key of the signatures, the same on every server of the store.
  package init(secret: [UInt8]) {
    signer = CursorSigner(secret: secret)
  }

  /// The addresses of pages of a variant.
  ///
  /// - Parameter conditions: the conditions of the variant, sealed. Pages go on by them when there is no variant of this
  ///   name any more.
  package func inVariant(
    _ variant: String?, meeting conditions: String? = nil
  ) -> PageAddresses {
    var addresses = self
    (addresses.variant, addresses.conditions) = (variant, conditions)
    return addresses
  }

  /// The path of the first page of `section`.
  ///
  /// - Parameter locale: the locale of the page; `nil` for the default one.
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

  /// The path of the page that begins at `cursor`.
  ///
  /// - Throws: `EncodingError`, and `LayoutError` for a cursor that no server has made.
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
