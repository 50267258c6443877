package import FeedLayout
package import StrictJSON

extension CellDefinition {
  /// The most elements of a cell, each of which is a slot at most.
  package static let maximumElementCount = 40
  /// How deep groups are nested.
  package static let maximumDepth = 2
  /// The largest definition, in bytes.
  package static let maximumByteCount = 65_536

  /// Reads a definition, whose styles, colours and lengths are those of `theme`.
  ///
  /// - Parameter theme: has the names that may be used; `nil` for a definition that is stored, whose names were checked.
  /// - Throws: everything that is wrong with it, with the place.
  package init(reading tree: JSONTree, theme: CellTheme?) throws(DocumentProblems) {
    let (value, problems) = JSONFieldReader.read(tree) { fields in
      CellReader(theme: theme).definition(&fields)
    }
    guard let value = value ?? nil, problems.isEmpty else { throw DocumentProblems(problems) }
    self = value
  }
}

/// Reads the parts of a definition of a cell.
struct CellReader {
  /// The names that may be used; `nil` for any.
  let theme: CellTheme?

  func definition(_ fields: inout JSONFieldReader) -> CellDefinition? {
    let name = fields.text("cell")
    if fields.problems.isEmpty, !ReservedNames.isWellFormed(name) {
      fields.refuse("cell", expected: .words(ReservedNames.form))
    }
    let title =
      fields.hasValue("title")
      ? fields.value("title", expected: .words("1 to 200 characters")) {
        (1...200).contains($0.unicodeScalars.count) ? $0 : nil
      } : nil
    let fits = fields.list("fits", expected: .oneOf(SectionLayouts.names)) {
      SectionLayouts.named($0) == nil ? nil : $0
    }
    if fits.isEmpty, fields.tree("fits")?.elements?.isEmpty == true {
      fields.refuse("fits", expected: .words("the names of one layout or more"))
    }
    let box = fields.hasValue("box") ? fields.object("box") { outline(&$0) } : nil
    let content = elements("content", &fields, depth: 1)
    let over = fields.hasValue("over") ? fields.objects("over") { overlay(&$0) } : []
    fields.refuseUnknownFields()
    let definition = CellDefinition(
      name: name, title: title, fits: fits, box: box ?? CellDefinition.Outline(), content: content,
      over: over.compactMap { $0 ?? nil })
    noteRules(of: definition, &fields)
    return definition
  }

  /// Notes what no element alone is wrong with.
  private func noteRules(of definition: CellDefinition, _ fields: inout JSONFieldReader) {
    let over = definition.over.compactMap { overlay in
      if case .element(let element) = overlay.content { element } else { nil }
    }
    let all = (definition.content + over).flatMap(\.all)
    let count = all.count + definition.over.count - over.count
    if count > CellDefinition.maximumElementCount {
      fields.refuse(
        "content", expected: .words("at most \(CellDefinition.maximumElementCount) elements"),
        found: .number("\(count)"))
    }
    let pictures = all.count { if case .image = $0.content { true } else { false } }
    if pictures > 1 {
      fields.refuse("content", expected: .words("one image"), found: .number("\(pictures)"))
    }
    var shown: Set<CellRole> = []
    for element in all {
      guard case .roles(let roles)? = element.text?.source else { continue }
      for role in roles where !shown.insert(role).inserted {
        fields.refuse(
          "content", expected: .words("each role in one text"), found: .text(role.rawValue))
      }
    }
  }

  // MARK: - Parts

  private func outline(_ fields: inout JSONFieldReader) -> CellDefinition.Outline {
    let outline = CellDefinition.Outline(
      cornerRadius: length("corner_radius", theme?.radii, &fields),
      border: border("border", &fields),
      background: fields.hasValue("background") ? color("background", &fields) : nil,
      overflows: fields.flag("overflow", or: false))
    fields.refuseUnknownFields()
    return outline
  }

  private func border(
    _ name: String, _ fields: inout JSONFieldReader
  ) -> CellDefinition.Border? {
    guard fields.hasValue(name) else { return nil }
    return fields.object(name) { fields in
      let border = CellDefinition.Border(
        color: color("color", &fields),
        width: fields.hasValue("width") ? number("width", 0.1...20, &fields) : 1,
        cornerRadius: fields.hasValue("corner_radius")
          ? length("corner_radius", theme?.radii, &fields) : nil,
        with: roles("with", &fields))
      fields.refuseUnknownFields()
      return border
    }
  }

  private func overlay(_ fields: inout JSONFieldReader) -> CellOverlay? {
    let edge =
      fields.hasValue("edge") ? choice("edge", &fields, CellOverlay.Edge.self) : nil
    let inset = length("inset", theme?.spacing, &fields)
    let clear = length("clear", theme?.spacing, &fields)
    if fields.contains("shade") {
      let content = CellOverlay.Content.shade(
        color: color("shade", &fields),
        cornerRadius: length("corner_radius", theme?.radii, &fields),
        share: fields.hasValue("height") ? number("height", 0.01...1, &fields) : 1)
      fields.refuseUnknownFields()
      return CellOverlay(content, edge: edge, inset: inset, clear: clear)
    }
    if edge == nil, !fields.hasValue("edge") {
      fields.refuse("edge", expected: .oneOf(CellOverlay.Edge.allCases.map(\.rawValue)))
    }
    return element(&fields, depth: 1, isOver: true).map {
      CellOverlay(.element($0), edge: edge, inset: inset, clear: clear)
    }
  }

  private func elements(
    _ name: String, _ fields: inout JSONFieldReader, depth: Int
  ) -> [CellElement] {
    let elements = fields.objects(name) { element(&$0, depth: depth) }
    if elements.isEmpty, fields.tree(name)?.elements?.isEmpty == true {
      fields.refuse(name, expected: .words("one element or more"))
    }
    return elements.compactMap { $0 ?? nil }
  }

  /// The kinds of elements, by the member that says which one it is.
  private static let kinds = ["image", "text", "badge", "stars", "line", "stack", "row", "spacer"]

  private func element(
    _ fields: inout JSONFieldReader, depth: Int, isOver: Bool = false
  ) -> CellElement? {
    let found = Self.kinds.filter { fields.contains($0) }
    guard let kind = found.first, found.count == 1 else {
      let kinds = isOver ? ["shade"] + Self.kinds.dropFirst() : Self.kinds
      fields.problems.append(
        DocumentProblem(
          pointer: "", expected: .words("one of the members \(kinds.joined(separator: ", "))"),
          found: found.isEmpty ? .nothing : .malformed(found.joined(separator: ", "))))
      return nil
    }
    let count = fields.problems.count
    if isOver, kind == "image" || kind == "spacer" {
      fields.refuse(kind, expected: .words("no \(kind) upon a picture"))
    }
    if kind == "stack" || kind == "row", depth > CellDefinition.maximumDepth {
      fields.refuse(
        kind,
        expected: .words(
          "stacks and rows in each other at most \(CellDefinition.maximumDepth) deep"))
      return nil
    }
    let content = content(kind, &fields, depth: depth)
    let padding = kind == "badge" || kind == "spacer" ? CellPadding() : padding("padding", &fields)
    fields.refuseUnknownFields()
    guard let content, fields.problems.count == count else { return nil }
    return CellElement(content, padding: padding)
  }

  private func content(
    _ kind: String, _ fields: inout JSONFieldReader, depth: Int
  ) -> CellElement.Content? {
    switch kind {
    case "image": .image(image(&fields))
    case "text": .text(text("text", &fields))
    case "badge": badge(&fields)
    case "stars": .stars(stars(&fields))
    case "line": .line(line(&fields))
    case "stack": .stack(group("stack", &fields, depth: depth))
    case "row": .row(row(&fields, depth: depth))
    default:
      fields.flag("spacer") ? .spacer : nil
    }
  }

  private func image(_ fields: inout JSONFieldReader) -> CellElement.Image {
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
  private static let textRoles: [CellRole] = [
    .headline, .summary, .date, .label, .author, .place, .rating,
  ]

  private func text(_ kind: String, _ fields: inout JSONFieldReader) -> CellElement.Text {
    CellElement.Text(
      source(kind, &fields), style: style("style", &fields),
      color: fields.hasValue("color") ? color("color", &fields) : CellTheme.textColor,
      lines: lines(&fields),
      width: fields.hasValue("width") ? number("width", 1...1_024, &fields) : nil,
      align: fields.hasValue("align") ? choice("align", &fields, CellElement.Alignment.self) : nil,
      prefix: fields.hasValue("prefix") ? words("prefix", &fields) : nil)
  }

  private func source(
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
  private func words(_ name: String, _ fields: inout JSONFieldReader) -> CellWords? {
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

  private func lines(_ fields: inout JSONFieldReader) -> CellElement.Lines? {
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

  private func badge(_ fields: inout JSONFieldReader) -> CellElement.Content {
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
    let box = CellElement.Badge(
      background: color("background", &fields),
      cornerRadius: length("corner_radius", theme?.radii, &fields),
      horizontalPadding: horizontal, verticalPadding: vertical)
    return .badge(text("badge", &fields), box)
  }

  private func stars(_ fields: inout JSONFieldReader) -> CellElement.Stars {
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

  private func line(_ fields: inout JSONFieldReader) -> CellElement.Line {
    CellElement.Line(
      color: color("line", &fields),
      height: fields.hasValue("height") ? number("height", 0.1...64, &fields) : nil,
      with: roles("with", &fields))
  }

  private func group(
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

  private func background(
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

  private func row(_ fields: inout JSONFieldReader, depth: Int) -> CellElement.Row {
    CellElement.Row(
      group("row", &fields, depth: depth),
      widths: fields.hasValue("widths")
        ? choice("widths", &fields, CellElement.Row.Widths.self) ?? .own : .own,
      verticalAlignment: fields.hasValue("vertical")
        ? choice("vertical", &fields, CellElement.Row.VerticalAlignment.self) ?? .center : .center,
      height: fields.hasValue("height") ? number("height", 1...1_024, &fields) : nil,
      wraps: fields.flag("wraps", or: false))
  }

  // MARK: - Values

  private func padding(_ name: String, _ fields: inout JSONFieldReader) -> CellPadding {
    guard fields.hasValue(name) else { return CellPadding() }
    guard let tree = fields.tree(name), tree.isObject, tree["em"] == nil else {
      let length = length(name, theme?.spacing, &fields)
      return CellPadding(top: length, left: length, bottom: length, right: length)
    }
    return fields.object(name) { fields in
      let padding = CellPadding(
        top: length("top", theme?.spacing, &fields), left: length("left", theme?.spacing, &fields),
        bottom: length("bottom", theme?.spacing, &fields),
        right: length("right", theme?.spacing, &fields))
      fields.refuseUnknownFields()
      return padding
    } ?? CellPadding()
  }

  /// A length in points, one of `names`, or one that counts in the size of a font; 0 where there is none.
  private func length(
    _ name: String, _ names: [String: Double]?, _ fields: inout JSONFieldReader
  ) -> CellLength {
    guard fields.hasValue(name) else { return .points(0) }
    switch fields.finding(name) {
    case .text:
      return .named(self.name(name, of: names.map { $0.keys.sorted() }, &fields))
    case .object:
      return fields.object(name) { fields in
        let length = CellLength.font(
          style: style("style", &fields), share: number("em", 0...4, &fields),
          points: fields.hasValue("points") ? number("points", -64...64, &fields) : 0)
        fields.refuseUnknownFields()
        return length
      } ?? .points(0)
    default: return .points(number(name, -64...512, &fields))
    }
  }

  private func number(
    _ name: String, _ range: ClosedRange<Double>, _ fields: inout JSONFieldReader
  ) -> Double {
    let bounds = [range.lowerBound, range.upperBound].map(NumberText.shortest)
    return fields.number(
      name, as: .words("a number from \(bounds[0]) to \(bounds[1])"), standIn: range.lowerBound
    ) { range.contains($0) }
  }

  private func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ fields: inout JSONFieldReader, _: Choice.Type
  ) -> Choice? {
    fields.value(name, expected: .oneOf(Choice.allCases.map(\.rawValue))) { Choice(rawValue: $0) }
  }

  private func roles(_ name: String, _ fields: inout JSONFieldReader) -> [CellRole] {
    guard fields.hasValue(name) else { return [] }
    let roles = Self.textRoles + [.image]
    return fields.list(name, expected: .oneOf(roles.map(\.rawValue))) { name in
      roles.first { $0.rawValue == name }
    }
  }

  private func style(_ name: String, _ fields: inout JSONFieldReader) -> String {
    self.name(name, of: theme.map { $0.styles.keys.sorted() }, &fields)
  }

  private func color(_ name: String, _ fields: inout JSONFieldReader) -> String {
    self.name(name, of: theme.map { $0.colors.keys.sorted() }, &fields)
  }

  private func name(
    _ name: String, of names: [String]?, _ fields: inout JSONFieldReader
  ) -> String {
    fields.value(name, expected: names.map { .oneOf($0) } ?? .text) { text in
      names?.contains(text) ?? true ? text : nil
    } ?? ""
  }
}
