import FeedLayout
import StrictJSON

/// The elements of definitions.
extension CellReader {
  func image(_ fields: inout JSONFieldReader) -> CellElement.Image {
    _ = fields.value("image", expected: .oneOf([CellRole.image.rawValue])) {
      $0 == CellRole.image.rawValue ? $0 : nil
    }
    var aspect: CellElement.Image.Aspect?
    if case .text = fields.finding("aspect") {
      aspect = fields.value("aspect", expected: .words("item, or a number")) {
        $0 == "item" ? .item : nil
      }
    } else if fields.hasValue("aspect") {
      aspect = .ratio(number("aspect", 0.1...10, &fields))
    }
    return CellElement.Image(
      contentMode: fields.hasValue("content_mode")
        ? choice("content_mode", &fields, CellImage.ContentMode.self) ?? .fill : .fill,
      cornerRadius: length("corner_radius", theme?.radii, &fields),
      border: border("border", &fields), aspect: aspect,
      width: fields.hasValue("width") ? number("width", 1...1_024, &fields) : nil)
  }

  /// The roles that texts show.
  static let textRoles: [CellRole] = [
    .headline, .summary, .date, .label, .author, .place, .rating,
  ]

  /// The style and the colours of a badge that names none.
  private static let badge = (style: "note_strong", color: "on_tint", background: "tint")

  /// - Parameter standard: the style of a text that names none; `nil` if it has to.
  func text(
    _ kind: String, _ fields: inout JSONFieldReader, style standard: String? = nil
  ) -> CellElement.Text {
    CellElement.Text(
      source(kind, &fields),
      style: standard.flatMap { fields.hasValue("style") ? nil : $0 } ?? style("style", &fields),
      color: fields.hasValue("color") ? color("color", &fields) : CellTheme.textColor,
      lines: lines(&fields),
      width: fields.hasValue("width") ? number("width", 1...1_024, &fields) : nil,
      align: fields.hasValue("align") ? choice("align", &fields, CellElement.Alignment.self) : nil,
      prefix: fields.hasValue("prefix") ? words("prefix", &fields) : nil)
  }

  func source(
    _ kind: String, _ fields: inout JSONFieldReader
  ) -> CellElement.Text.Source {
    let roles = Self.textRoles
    let known = DocumentProblem.Expectation.oneOf(
      roles.map(\.rawValue) + [CellRole.fixed.rawValue])
    if case .array = fields.finding(kind) {
      return .roles(
        fields.list(kind, expected: .oneOf(roles.map(\.rawValue))) { name in
          roles.first { $0.rawValue == name }
        })
    }
    let role = fields.value(kind, expected: known) { name in
      (roles + [.fixed]).first { $0.rawValue == name }
    }
    guard role == .fixed else { return .roles(role.map { [$0] } ?? []) }
    return .words(words("words", &fields) ?? CellWords([]))
  }

  /// Words in locales, `{"en":"posted: "}`, or one text for all.
  func words(_ name: String, _ fields: inout JSONFieldReader) -> CellWords? {
    if case .text(let text) = fields.finding(name) {
      return fields.value(name, expected: .words("1 to 200 characters")) { _ in
        (1...200).contains(text.unicodeScalars.count)
          ? CellWords([(locale: "", text: text)]) : nil
      }
    }
    return fields.object(name) { fields in
      let locales = fields.unknownFields
      var values: [(locale: String, text: String)] = []
      for locale in locales {
        guard let tag = LocaleTag(locale), tag.text == locale else {
          fields.refuse(locale, expected: .words(LocaleTag.form), found: .text(locale))
          continue
        }
        values.append((locale, fields.text(locale)))
      }
      fields.skip(locales)
      if values.isEmpty, locales.isEmpty {
        fields.problems.append(
          DocumentProblem(
            pointer: "", expected: .words("words in one locale or more"), found: .nothing))
      }
      return CellWords(values)
    }
  }

  func lines(_ fields: inout JSONFieldReader) -> CellElement.Lines? {
    let range = 1...20
    guard fields.hasValue("lines") else { return nil }
    guard case .object = fields.finding("lines") else {
      return CellElement.Lines(fields.integer("lines", in: range))
    }
    return fields.object("lines") { fields in
      let most = fields.integer("max", in: range)
      let least = fields.hasValue("min") ? fields.integer("min", in: 0...most) : nil
      let grows = fields.flag("grow", or: true)
      fields.refuseUnknownFields()
      return CellElement.Lines(most, least: least, grows: grows)
    }
  }

  func badge(_ fields: inout JSONFieldReader) -> CellElement.Content {
    var (horizontal, vertical) = (0.0, 0.0)
    if case .object = fields.finding("padding") {
      _ = fields.object("padding") { fields in
        horizontal = number("horizontal", 0...64, &fields)
        vertical = number("vertical", 0...64, &fields)
        fields.refuseUnknownFields()
      }
    } else if fields.hasValue("padding") {
      horizontal = number("padding", 0...64, &fields)
      vertical = horizontal
    }
    let isPlain = !fields.hasValue("background")
    let box = CellElement.Badge(
      background: isPlain ? Self.badge.background : color("background", &fields),
      cornerRadius: length("corner_radius", theme?.radii, &fields),
      horizontalPadding: horizontal, verticalPadding: vertical)
    var text = text("badge", &fields, style: Self.badge.style)
    if isPlain, !fields.hasValue("color") { text.color = Self.badge.color }
    return .badge(text, box)
  }

  func stars(_ fields: inout JSONFieldReader) -> CellElement.Stars {
    _ = fields.value("stars", expected: .oneOf([CellRole.rating.rawValue])) {
      $0 == CellRole.rating.rawValue ? $0 : nil
    }
    let size = number("size", 4...100, &fields)
    let color = fields.hasValue("color") ? color("color", &fields) : "star"
    return CellElement.Stars(
      size: size,
      spacing: fields.hasValue("spacing") ? number("spacing", 0...64, &fields) : 0, color: color,
      outline: fields.hasValue("outline") ? self.color("outline", &fields) : color)
  }

  func line(_ fields: inout JSONFieldReader) -> CellElement.Line {
    CellElement.Line(
      color: color("line", &fields),
      height: fields.hasValue("height") ? number("height", 0.1...64, &fields) : nil,
      with: roles("with", &fields))
  }

  func group(
    _ name: String, _ fields: inout JSONFieldReader, depth: Int
  ) -> CellElement.Group {
    CellElement.Group(
      elements(name, &fields, depth: depth + 1),
      spacing: length("spacing", theme?.spacing, &fields),
      align: fields.hasValue("align")
        ? choice("align", &fields, CellElement.Alignment.self) ?? .start : .start,
      background: background("background", &fields),
      divider: fields.hasValue("divider") ? color("divider", &fields) : nil)
  }

  func background(
    _ name: String, _ fields: inout JSONFieldReader
  ) -> CellElement.Background? {
    guard fields.hasValue(name) else { return nil }
    guard case .object = fields.finding(name) else {
      return CellElement.Background(color: color(name, &fields))
    }
    return fields.object(name) { fields in
      let background = CellElement.Background(
        color: color("color", &fields),
        cornerRadius: length("corner_radius", theme?.radii, &fields))
      fields.refuseUnknownFields()
      return background
    }
  }

  /// Whether a row wraps, and the gap below each of its elements then.
  private func wraps(_ name: String, _ fields: inout JSONFieldReader) -> CellLength? {
    guard case .bool(let isTrue) = fields.finding(name) else {
      return fields.hasValue(name) ? length(name, theme?.spacing, &fields) : nil
    }
    return fields.flag(name) && isTrue ? .points(0) : nil
  }

  func row(_ fields: inout JSONFieldReader, depth: Int) -> CellElement.Row {
    CellElement.Row(
      group("row", &fields, depth: depth),
      widths: fields.hasValue("widths")
        ? choice("widths", &fields, CellElement.Row.Widths.self) ?? .own : .own,
      verticalAlignment: fields.hasValue("vertical")
        ? choice("vertical", &fields, CellElement.Row.VerticalAlignment.self) ?? .center : .center,
      height: fields.hasValue("height") ? number("height", 1...1_024, &fields) : nil,
      wraps: wraps("wraps", &fields))
  }
}
