package import FeedLayout
package import StrictJSON

extension CellTheme {
  /// The most styles, colours, radii or gaps of a theme.
  package static let maximumValueCount = 200

  /// Reads a theme, which may leave out what it has like the default theme.
  ///
  /// - Throws: everything that is wrong with it, with the place.
  package init(reading tree: JSONTree) throws(DocumentProblems) {
    let (value, problems) = JSONFieldReader.read(tree) { fields in
      let name = fields.text("theme")
      if fields.problems.isEmpty, !ReservedNames.isWellFormed(name) {
        fields.refuse("theme", expected: .words(ReservedNames.form))
      }
      let theme = CellTheme(
        name: name, styles: fields.values("styles") { $0.style($1) },
        colors: fields.values("colors") { $0.color($1) },
        radii: fields.values("radii") { $0.points($1, in: 0...512) },
        spacing: fields.values("spacing") { $0.points($1, in: -64...512) })
      fields.refuseUnknownFields()
      return theme
    }
    guard let value, problems.isEmpty else { throw DocumentProblems(problems) }
    self = value
  }
}

extension JSONFieldReader {
  /// The members of an object, whose names are those of a theme's values.
  fileprivate mutating func values<Value>(
    _ name: String, _ read: (inout JSONFieldReader, String) -> Value?
  ) -> [String: Value] {
    guard hasValue(name) else { return [:] }
    return object(name) { fields in
      let names = fields.unknownFields
      fields.skip(names)
      if names.count > CellTheme.maximumValueCount {
        fields.problems.append(
          DocumentProblem(
            pointer: "", expected: .words("at most \(CellTheme.maximumValueCount) names"),
            found: .number("\(names.count)")))
      }
      var values: [String: Value] = [:]
      for name in names {
        guard ReservedNames.isWellFormed(name) else {
          fields.refuse(name, expected: .words(ReservedNames.form), found: .text(name))
          continue
        }
        values[name] = read(&fields, name)
      }
      return values
    } ?? [:]
  }

  fileprivate mutating func style(_ name: String) -> CellTheme.TextStyle? {
    object(name) { fields in
      let families = fields.families("family")
      let size = fields.points("size", in: 1...200) ?? 12
      let weight = fields.integer("weight", in: 100...900, as: .words("a weight from 100 to 900"))
      let lineHeight =
        fields.hasValue("line_height") ? fields.points("line_height", in: size...(4 * size)) : nil
      let spacing =
        fields.hasValue("line_spacing") ? fields.points("line_spacing", in: 0...100) : nil
      let grows =
        fields.hasValue("grows")
        ? fields.value("grows", expected: .oneOf(GrowthStyle.allCases.map(\.rawValue))) {
          GrowthStyle(rawValue: $0)
        } : nil
      fields.refuseUnknownFields()
      return CellTheme.TextStyle(
        families: families, size: size, weight: weight, lineHeight: lineHeight,
        lineSpacing: spacing ?? 0, grows: grows)
    }
  }

  /// The name of a family, or a list of them.
  private mutating func families(_ name: String) -> [String] {
    let expected = DocumentProblem.Expectation.words("the name of a family, or a list of them")
    func isFamily(_ text: String) -> Bool {
      (1...100).contains(text.unicodeScalars.count)
        && text.unicodeScalars.allSatisfy {
          !"\"\\;{}<>".unicodeScalars.contains($0) && $0.value >= 32
        }
    }
    guard case .array = finding(name) else {
      return value(name, expected: expected) { isFamily($0) ? [$0] : nil } ?? []
    }
    let families = list(name, expected: expected) { isFamily($0) ? $0 : nil }
    if !(1...20).contains(families.count) {
      refuse(name, expected: .words("1 to 20 families"), found: .number("\(families.count)"))
    }
    return families
  }

  /// `#rrggbb` or `#rrggbbaa`, or an object with one for light and one for dark surroundings.
  fileprivate mutating func color(_ name: String) -> CellColor? {
    guard case .object = finding(name) else { return hexColor(name).map { CellColor($0) } }
    return object(name) { fields in
      let light = fields.hexColor("light")
      let dark = fields.hasValue("dark") ? fields.hexColor("dark") : nil
      fields.refuseUnknownFields()
      return light.map { CellColor($0, dark: dark) }
    } ?? nil
  }

  private mutating func hexColor(_ name: String) -> String? {
    value(name, expected: .words("a colour such as #ff9900 or #ff990080")) { text in
      let digits = text.utf8.dropFirst()
      guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6 || digits.count == 8,
        digits.allSatisfy({ "0123456789abcdefABCDEF".utf8.contains($0) })
      else { return nil }
      return text.lowercased() + (digits.count == 6 ? "ff" : "")
    }
  }

  fileprivate mutating func points(_ name: String, in range: ClosedRange<Double>) -> Double? {
    let bounds = [range.lowerBound, range.upperBound].map(NumberText.shortest)
    return number(
      name, as: .words("points from \(bounds[0]) to \(bounds[1])"), standIn: range.lowerBound
    ) { range.contains($0) }
  }
}
