package import FeedModel

/// The options of an EXIF card.
package struct CardOptions: Codable, Hashable, Sendable {
  /// The language of the texts for unknown values.
  package enum Locale: String, CaseIterable, Codable, Sendable {
    case en, ja

    /// The nearest language to those that are asked for; `nil` if none is near.
    package init?(nearestTo asked: AskedLocales) {
      let known = Locales(Self.allCases.compactMap { LocaleTag($0.rawValue) })
      guard let tag = known.nearest(to: asked.tags) else { return nil }
      self.init(rawValue: tag.text)
    }
  }

  /// What is written on a card, and in which letters.
  package enum Style: String, CaseIterable, Codable, Sendable {
    /// Three lines of different sizes, a maker said once, the times of cameras: `0.3s`.
    case standard
    /// The card of the article on frames with camera data, which apps draw: all lines of one size, maker and model beside
    /// each other, apertures with a digit behind the point, times as fractions: `f/2.0`, `1/3s`.
    case article
  }

  /// The picture format of a card.
  package enum Format: String, CaseIterable, Codable, Sendable {
    case png, jpg

    var mediaType: String { self == .png ? "image/png" : "image/jpeg" }
  }

  /// The valid widths, in pixels.
  package static let widths = 1...4_096
  package static let defaultWidth = 1_080

  /// One of ``widths``.
  package let width: Int
  package var style: Style
  /// Whether the focal length is the equivalent for 35 mm film.
  package var equivalent35mm: Bool
  package var locale: Locale
  /// Whether an unknown maker, camera or lens is left out, instead of being named so.
  package var omitsUnknown: Bool
  package var format: Format

  /// `nil` if `width` is not one of ``widths``.
  package init?(
    width: Int = defaultWidth, style: Style = .standard, equivalent35mm: Bool = false,
    locale: Locale = .en, omitsUnknown: Bool = false, format: Format = .jpg
  ) {
    guard Self.widths.contains(width) else { return nil }
    self.width = width
    self.style = style
    self.equivalent35mm = equivalent35mm
    self.locale = locale
    self.omitsUnknown = omitsUnknown
    self.format = format
  }
}
