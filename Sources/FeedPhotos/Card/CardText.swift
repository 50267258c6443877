package import FeedModel

/// The text of an EXIF card, in up to three lines.
package struct CardText: Hashable, Sendable {
  /// Maker and model.
  package let camera: String?
  package let lens: String?
  /// Focal length, aperture, exposure time and sensitivity: those that are known.
  package let exposure: String?

  /// The text of the card of a photo.
  ///
  /// Maker, model and lens are cleaned as ``CardName`` describes. Implausible numbers count as unknown.
  package init(_ data: CameraData, options: CardOptions) {
    let unknown = options.omitsUnknown ? nil : Unknown(options.locale)
    let (maker, model) = (CardName(data.make)?.text, CardName(data.model)?.text)
    if let maker, let model, Self.isSaid(maker, in: model) {
      camera = model
    } else {
      let words = [maker ?? unknown?.maker, model ?? unknown?.camera].compactMap(\.self)
      camera = words.isEmpty ? nil : words.joined(separator: " ")
    }
    lens = CardName(data.lensModel)?.text ?? unknown?.lens
    let values = [
      options.equivalent35mm
        ? Self.focalLength(data.focalLengthIn35mm.map(Double.init))
        : Self.focalLength(data.focalLength),
      Self.aperture(data.fNumber), Self.time(data.exposureTime), Self.sensitivity(data.iso),
    ].compactMap(\.self)
    exposure = values.isEmpty ? nil : values.joined(separator: "\u{2003}")
  }
}

// MARK: - Texts

extension CardText {
  /// The texts for unknown values.
  private struct Unknown {
    let maker: String
    let camera: String
    let lens: String

    init(_ locale: CardOptions.Locale) {
      switch locale {
      case .en: (maker, camera, lens) = ("Unknown Maker", "Unknown Camera", "Unknown Lens")
      case .ja: (maker, camera, lens) = ("メーカー不明", "カメラ不明", "レンズ不明")
      }
    }
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

  /// "f/1.8"; below 1 with two digits, "f/0.95", since apertures there are a twentieth apart.
  private static func aperture(_ number: Double?) -> String? {
    guard let number else { return nil }
    return decimal(number, digits: number < 1 ? 2 : 1).map { "f/\($0)" }
  }

  /// "1/250s", or "0.3s".
  private static func time(_ time: ExposureTime?) -> String? {
    guard let time, time.isPlausible else { return nil }
    return "\(time.display)s"
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
