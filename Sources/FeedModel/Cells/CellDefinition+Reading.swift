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
  func noteRules(of definition: CellDefinition, _ fields: inout JSONFieldReader) {
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
    for (index, element) in definition.content.enumerated() {
      guard case .image(let image) = element.content, image.width != nil else { continue }
      fields.problems.append(
        DocumentProblem(
          pointer: "/content/\(index)/width", expected: .words("a width only in a stack or a row"),
          found: .number(NumberText.shortest(image.width ?? 0))))
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

  func outline(_ fields: inout JSONFieldReader) -> CellDefinition.Outline {
    let outline = CellDefinition.Outline(
      cornerRadius: length("corner_radius", theme?.radii, &fields),
      border: border("border", &fields),
      background: fields.hasValue("background") ? color("background", &fields) : nil,
      overflows: fields.flag("overflow", or: false))
    fields.refuseUnknownFields()
    return outline
  }

  func border(
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

  func overlay(_ fields: inout JSONFieldReader) -> CellOverlay? {
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

  func elements(
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

  func element(
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

  func content(
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
    default: spacer(&fields)
    }
  }

  func spacer(_ fields: inout JSONFieldReader) -> CellElement.Content? {
    if fields.flag("spacer") { return .spacer }
    if fields.problems.isEmpty { fields.refuse("spacer", expected: .words("true")) }
    return nil
  }
}
