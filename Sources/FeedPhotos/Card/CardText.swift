package import FeedModel
import Foundation

/// The text of an EXIF card, in up to three lines.
package struct CardText: Hashable, Sendable {
  /// A line of the card, by its content.
  package enum Line: CaseIterable, Sendable {
    case camera, lens, exposure
  }

  /// The parts of each line that are known, which stand beside each other; none for a line that is left out.
  private let parts: [Line: [String]]
  private let style: CardOptions.Style

  /// The text of the card of a photo.
  ///
  /// Maker, model and lens are untrusted, and cleaned. Implausible numbers count as unknown.
  package init(_ data: CameraData, options: CardOptions) {
    let unknown = options.omitsUnknown ? nil : Self.unknown(in: options.locale)
    style = options.style
    parts = [
      .camera: Self.camera(data, unknown, style),
      .lens: [Self.name(data.lensModel) ?? unknown?.lens].compactMap(\.self),
      .exposure: [
        options.equivalent35mm
          ? Self.focalLength(data.focalLengthIn35mm.map(Double.init))
          : Self.focalLength(data.focalLength),
        Self.aperture(data.fNumber, style), Self.time(data.exposureTime, style),
        Self.sensitivity(data.iso),
      ].compactMap(\.self),
    ]
  }

  /// The texts of `line` that are drawn apart from each other.
  package subscript(line: Line) -> [String] {
    guard style == .standard else { return parts[line] ?? [] }
    return [text(of: line)].compactMap(\.self)
  }

  /// Maker and model.
  package var camera: String? { text(of: .camera) }
  /// The lens.
  package var lens: String? { text(of: .lens) }
  /// Focal length, aperture, exposure time and sensitivity: those that are known.
  package var exposure: String? { text(of: .exposure) }

  /// `line` as one text.
  private func text(of line: Line) -> String? {
    guard let parts = parts[line], !parts.isEmpty else { return nil }
    return parts.joined(separator: line == .exposure ? "\u{2003}" : " ")
  }
}

// MARK: - Texts

extension CardText {
  private typealias Unknown = (maker: String, camera: String, lens: String)

  /// The texts for unknown values.
  private static func unknown(in locale: CardOptions.Locale) -> Unknown {
    switch locale {
    case .en: ("Unknown Maker", "Unknown Camera", "Unknown Lens")
    case .ja: ("メーカー不明", "カメラ不明", "レンズ不明")
    }
  }

  /// Maker and model. The article writes both, whatever the model begins with.
  private static func camera(
    _ data: CameraData, _ unknown: Unknown?, _ style: CardOptions.Style
  ) -> [String] {
    let (maker, model) = (name(data.make), name(data.model))
    if style == .standard, let maker, let model, isSaid(maker, in: model) { return [model] }
    return [maker ?? unknown?.maker, model ?? unknown?.camera].compactMap(\.self)
  }

  /// Whether a model begins with its maker ("Canon EOS R5"), or with the first word of it: "NIKON D850"
  /// is by "NIKON CORPORATION".
  private static func isSaid(_ maker: String, in model: String) -> Bool {
    let (maker, model) = (maker.lowercased(), model.lowercased())
    return model.hasPrefix(maker) || model.prefix { $0 != " " } == maker.prefix { $0 != " " }
  }

  /// "50mm", or "6.9mm".
  private static func focalLength(_ millimetres: Double?) -> String? {
    decimal(millimetres, digits: 1).map { "\($0)mm" }
  }

  /// "f/1.8"; below 1 with two digits, "f/0.95", since apertures there are a twentieth apart. In the article always with
  /// one, "f/2.0", rounded as C does.
  private static func aperture(_ number: Double?, _ style: CardOptions.Style) -> String? {
    guard let number, let text = decimal(number, digits: number < 1 ? 2 : 1) else { return nil }
    return style == .article ? "f/" + String(format: "%.1f", number) : "f/\(text)"
  }

  /// "1/250s", or "0.3s"; in the article "3/10s".
  private static func time(_ time: ExposureTime?, _ style: CardOptions.Style) -> String? {
    guard let time, time.isPlausible else { return nil }
    return "\(style == .article ? time.approximation : time.display)s"
  }

  private static func sensitivity(_ iso: Int?) -> String? {
    guard let iso, iso > 0 else { return nil }
    return "ISO\(iso)"
  }

  /// The number rounded to `digits` decimal digits, without zeros at the end; `nil` for 0 and for
  /// 100,000 or more, which no camera has.
  private static func decimal(_ number: Double?, digits: Int) -> String? {
    guard let number, number > 0, number < 100_000 else { return nil }
    let unit = digits == 1 ? 10 : 100
    let units = Int((number * Double(unit)).rounded())
    guard units > 0 else { return nil }
    var fraction = String(String(unit + units % unit).dropFirst())
    while fraction.last == "0" { fraction.removeLast() }
    return fraction.isEmpty ? "\(units / unit)" : "\(units / unit).\(fraction)"
  }
}

// MARK: - Names

extension CardText {
  /// The most Unicode scalars of a name.
  private static let largestNameLength = 200

  /// A name from EXIF, as it can be drawn on one line; `nil` if no visible character is left.
  ///
  /// The text is untrusted. White space becomes single spaces; control characters and those that change
  /// the direction of text are left out, and the name is cut after ``largestNameLength`` scalars.
  private static func name(_ name: String?) -> String? {
    guard let name else { return nil }
    // 1. The characters that can be drawn.
    var scalars = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      if scalar.properties.isWhitespace {
        if !scalars.isEmpty, scalars.last != " " { scalars.append(" ") }
      } else if scalar.isDrawable {
        scalars.append(scalar)
      }
    }
    if scalars.last == " " { scalars.removeLast() }
    guard scalars.contains(where: \.isVisible) else { return nil }
    // 2. Whole characters up to the largest length.
    let whole = String(scalars)
    guard scalars.count > largestNameLength else { return whole }
    var text = ""
    var length = 1
    for character in whole {
      length += character.unicodeScalars.count
      guard length <= largestNameLength else { break }
      text.append(character)
    }
    return text + "…"
  }
}

extension Unicode.Scalar {
  /// Whether it can be part of a line of text. Of the format characters, only joiners can.
  fileprivate var isDrawable: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
    case .format: self == "\u{200C}" || self == "\u{200D}"
    default: true
    }
  }

  /// Whether it is visible on its own.
  fileprivate var isVisible: Bool {
    // The blank of Braille is a symbol without ink.
    !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint && self != "\u{2800}"
  }
}
