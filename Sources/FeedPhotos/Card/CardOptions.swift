/// The options of an EXIF card.
package struct CardOptions: Codable, Hashable, Sendable {
  /// The language of the texts for unknown values.
  package enum Locale: String, CaseIterable, Codable, Sendable {
    case en, ja
  }

  /// The picture format of a card.
  package enum Format: String, CaseIterable, Codable, Sendable {
    case png, jpg

    var mediaType: String { self == .png ? "image/png" : "image/jpeg" }
  }

  /// The valid widths, in pixels.
  package static let widths = 200...4_096
  package static let defaultWidth = 1_080

  /// One of ``widths``.
  package let width: Int
  /// Whether the focal length is the equivalent for 35 mm film.
  package var equivalent35mm: Bool
  package var locale: Locale
  /// Whether an unknown maker, camera or lens is left out, instead of being named so.
  package var omitsUnknown: Bool
  package var format: Format

  /// `nil` if `width` is not one of ``widths``.
  package init?(
    width: Int = defaultWidth, equivalent35mm: Bool = false, locale: Locale = .en,
    omitsUnknown: Bool = false, format: Format = .jpg
  ) {
    guard Self.widths.contains(width) else { return nil }
    self.width = width
    self.equivalent35mm = equivalent35mm
    self.locale = locale
    self.omitsUnknown = omitsUnknown
    self.format = format
  }
}
