import FeedLayout
import StrictJSON

/// The lengths, names and choices of definitions.
extension CellReader {
  func padding(_ name: String, _ fields: inout JSONFieldReader) -> CellPadding {
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

  /// A length in points, one of `names`, or one that counts in the size of a font; 0 if the member is absent.
  func length(
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

  func number(
    _ name: String, _ range: ClosedRange<Double>, _ fields: inout JSONFieldReader
  ) -> Double {
    let bounds = [range.lowerBound, range.upperBound].map(NumberText.shortest)
    return fields.number(
      name, as: .words("a number from \(bounds[0]) to \(bounds[1])"), standIn: range.lowerBound
    ) { range.contains($0) }
  }

  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ fields: inout JSONFieldReader, _: Choice.Type
  ) -> Choice? {
    fields.value(name, expected: .oneOf(Choice.allCases.map(\.rawValue))) { Choice(rawValue: $0) }
  }

  func roles(_ name: String, _ fields: inout JSONFieldReader) -> [CellRole] {
    guard fields.hasValue(name) else { return [] }
    let roles = Self.textRoles + [.image]
    return fields.list(name, expected: .oneOf(roles.map(\.rawValue))) { name in
      roles.first { $0.rawValue == name }
    }
  }

  func style(_ name: String, _ fields: inout JSONFieldReader) -> String {
    self.name(name, of: theme.map { $0.styles.keys.sorted() }, &fields)
  }

  func color(_ name: String, _ fields: inout JSONFieldReader) -> String {
    self.name(name, of: theme.map { $0.colors.keys.sorted() }, &fields)
  }

  func name(
    _ name: String, of names: [String]?, _ fields: inout JSONFieldReader
  ) -> String {
    fields.value(name, expected: names.map { .oneOf($0) } ?? .text) { text in
      names?.contains(text) ?? true ? text : nil
    } ?? ""
  }
}
