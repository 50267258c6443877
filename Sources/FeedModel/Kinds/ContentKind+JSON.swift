package import StrictJSON

extension ContentKind {
  /// Writes the definition as it is read.
  package func write(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("kind", name)
      object.member("title", title)
      object.array("fields", fields) { writer, field in writer.object { field.write(to: &$0) } }
      object.object("roles") { roles.write(to: &$0) }
      object.object("layout") { defaultLayout.write(to: &$0) }
      if let cell { object.member("cell", cell) }
      if let headlineTemplate { object.member("headline_template", headlineTemplate) }
    }
  }

  /// The definition as JSON, the same bytes for the same definition.
  package var json: [UInt8] { JSONWriter.encode { write(to: &$0) } }
}

extension ContentField {
  fileprivate func write(to object: inout JSONWriter) {
    object.member("name", name)
    object.member("type", typeName)
    type.writeRules(to: &object)
    if isLocalized { object.member("localized", true) }
    if isNullable { object.member("required", false) }
    if let defaultValue { object.member("default", defaultValue) }
  }
}

extension Composition.LayoutChoice {
  /// Writes the type and the options as members of an object.
  package func write(to object: inout JSONWriter) {
    object.member("type", type)
    object.object("options") { object in
      for (name, text) in options.sorted(by: { $0.key < $1.key }) {
        object.key(name)
        object.value(ofOption: text)
      }
    }
  }
}

extension JSONWriter {
  /// The value of an option that was read from a number, a flag or a text: what is a number is one again.
  fileprivate mutating func value(ofOption text: String) {
    let isNumber = text.utf8.allSatisfy { "+-.0123456789Ee".utf8.contains($0) }
    if let flag = Bool(text) {
      value(flag)
    } else if isNumber, let number = Double(text), number.isFinite {
      value(number)
    } else {
      value(text)
    }
  }
}

/// A definition as somebody wrote it: the kind, and which of its fields had other names before.
package struct KindProposal: Sendable {
  package let kind: ContentKind
  /// The former names of renamed fields, by their new names.
  package let renamedFields: [String: String]

  package init(_ kind: ContentKind, renamedFields: [String: String] = [:]) {
    self.kind = kind
    self.renamedFields = renamedFields
  }
}

extension KindProposal {
  /// The most fields of a kind.
  package static let maximumFieldCount = 100
  /// The longest title, in code points.
  private static let maximumTitleLength = 200

  /// Reads a definition.
  ///
  /// This checks the definition alone; what it means to other kinds, items and compositions is checked
  /// when it is applied.
  ///
  /// - Parameter isStored: whether it is stored, so that a former version may have accepted larger numbers.
  /// - Throws: everything that is wrong with it.
  package init(
    reading tree: JSONTree, isStored: Bool = false
  ) throws(DocumentProblems) {
    let (proposal, problems) = JSONFieldReader.read(tree, isStored: isStored) {
      KindProposal(reading: &$0)
    }
    guard let proposal = proposal ?? nil, problems.isEmpty else { throw DocumentProblems(problems) }
    self = proposal
  }

  /// Reads a file with one definition or a list of them, `{"kinds":[…]}`.
  ///
  /// - Throws: everything that is wrong with it.
  package static func list(
    _ tree: JSONTree
  ) throws(DocumentProblems) -> [KindProposal] {
    guard tree["kinds"] != nil else {
      return [try KindProposal(reading: tree)]
    }
    let (kinds, found) = JSONFieldReader.read(tree) { fields in
      let kinds = fields.objects("kinds") { KindProposal(reading: &$0) }.map { $0 ?? nil }
      fields.refuseUnknownFields()
      return kinds
    }
    var problems = found
    var seen: Set<String> = []
    for (index, kind) in (kinds ?? []).enumerated() {
      guard let name = kind?.kind.name, !seen.insert(name).inserted else { continue }
      problems.append(
        at: "/kinds/\(index)/kind", expected: .words("each kind once"), found: .text(name))
    }
    guard problems.isEmpty else { throw DocumentProblems(problems) }
    return (kinds ?? []).compactMap { $0 }
  }

  fileprivate init?(reading object: inout JSONFieldReader) {
    let name = object.definedName("kind", isReserved: ReservedNames.isReserved(kind:))
    let title = object.hasValue("title") ? object.title(Self.maximumTitleLength) : nil
    let read = object.objects("fields") { ProposedField(reading: &$0) }
    let fields = read.compactMap { $0 ?? nil }
    object.noteFieldCount()
    object.noteRepeatedNames(of: read.map { $0??.field.name })
    let roles = object.hasValue("roles") ? object.roles(of: fields.map(\.field)) : ContentRoles()
    let layout =
      object.hasValue("layout")
      ? object.layout("layout") : Composition.LayoutChoice(type: "uniform_grid")
    let cell =
      object.hasValue("cell") ? object.designName("cell") : nil
    let template =
      object.hasValue("headline_template")
      ? object.headlineTemplate(of: fields.map(\.field)) : nil
    object.refuseUnknownFields()
    guard object.problems.isEmpty, let layout else { return nil }
    self.init(
      ContentKind(
        name: name, title: title ?? name, fields: fields.map(\.field), roles: roles,
        layout: layout, cell: cell, headlineTemplate: template),
      renamedFields: Dictionary(
        fields.compactMap { field in field.formerName.map { (field.field.name, $0) } },
        uniquingKeysWith: { first, _ in first }))
  }
}

extension JSONFieldReader {
  /// The name of a cell or a theme, which may be unknown.
  package mutating func designName(_ name: String) -> String? {
    value(name, expected: .words(ReservedNames.form)) {
      ReservedNames.isWellFormed($0) ? $0 : nil
    }
  }
}

/// A field of a definition that is being read.
private struct ProposedField {
  let field: ContentField
  let formerName: String?

  init?(reading object: inout JSONFieldReader) {
    let name = object.definedName("name", isReserved: ReservedNames.isReserved(field:))
    let type = object.fieldType("type", among: FieldTypes.all)
    let formerName = object.hasValue("renamed_from") ? object.text("renamed_from") : nil
    guard let type else { return nil }
    let rules = type.init(readingRules: &object)
    let isRequired = object.flag("required", or: true)
    let isLocalized = object.flag("localized", or: false)
    if isLocalized, !rules.canBeLocalized {
      object.refuse(
        "localized",
        expected: .words("false, except for fields of type text, url or photo, and lists of text"))
    }
    let hasRules = object.problems.isEmpty
    var defaultValue: FieldValue?
    if let json = object.tree("default"), hasRules, !json.isNull {
      do throws(FieldMistake) {
        defaultValue = object.isStored ? rules.value(stored: json) : nil
        if defaultValue == nil { defaultValue = try rules.value(of: json) }
      } catch {
        object.problems.append(
          at: "/default\(error.pointer)", expected: error.expected, found: error.found)
      }
      if rules.referent != nil {
        object.refuse("default", expected: .words("no default for a reference"))
      }
    }
    object.refuseUnknownFields()
    guard object.problems.isEmpty else { return nil }
    field = ContentField(
      name, rules, isNullable: !isRequired, defaultValue: defaultValue, isLocalized: isLocalized)
    self.formerName = formerName
  }
}

extension JSONFieldReader {
  /// The name of a kind or a field.
  fileprivate mutating func definedName(
    _ member: String, isReserved: (String) -> Bool
  ) -> String {
    let count = problems.count
    let name = text(member)
    guard problems.count == count else { return name }
    if !ReservedNames.isWellFormed(name) {
      refuse(member, expected: .words(ReservedNames.form))
    } else if isReserved(name) {
      refuse(member, expected: .words("a name that neither tanada nor SQL uses"))
    }
    return name
  }

  fileprivate mutating func title(_ maximumLength: Int) -> String? {
    value("title", expected: .words("1 to \(maximumLength) characters")) { title in
      title.isEmpty || title.unicodeScalars.count > maximumLength ? nil : title
    }
  }

  fileprivate mutating func noteFieldCount() {
    guard let count = tree("fields")?.elements?.count,
      !(1...KindProposal.maximumFieldCount).contains(count)
    else { return }
    refuse(
      "fields", expected: .words("1 to \(KindProposal.maximumFieldCount) fields"),
      found: .number("\(count)"))
  }

  fileprivate mutating func noteRepeatedNames(of names: [String?]) {
    var seen: Set<String> = []
    for (index, name) in names.enumerated() {
      guard let name, !seen.insert(name).inserted else { continue }
      problems.append(
        at: "/fields/\(index)/name", expected: .words("each name once"),
        found: .text(name))
    }
  }

  fileprivate mutating func roles(of fields: [ContentField]) -> ContentRoles {
    object("roles") { object in
      var names: [ContentRole: String] = [:]
      for role in ContentRole.allCases where object.hasValue(role.rawValue) {
        let count = object.problems.count
        let name = object.text(role.rawValue)
        guard object.problems.count == count else { continue }
        guard let field = fields.first(where: { $0.name == name }) else {
          object.refuse(role.rawValue, expected: .words("the name of a field"), found: .text(name))
          continue
        }
        guard role.fits(field.type) else {
          object.refuse(
            role.rawValue, expected: .words(role.expectation),
            found: .malformed("\(name), a field of type \(field.typeName)"))
          continue
        }
        names[role] = name
      }
      object.refuseUnknownFields()
      if (names[.imageWidth] == nil) != (names[.imageHeight] == nil) {
        let missing = names[.imageWidth] == nil ? ContentRole.imageWidth : .imageHeight
        object.refuse(
          missing.rawValue, expected: .words("both image_width and image_height, or neither"))
      }
      return ContentRoles(names)
    } ?? ContentRoles()
  }

  fileprivate mutating func headlineTemplate(of fields: [ContentField]) -> String? {
    let known = ["id"] + fields.map(\.name)
    return value(
      "headline_template",
      expected: .words(
        "text with fields in braces: " + known.map { "{\($0)}" }.joined(separator: ", "))
    ) { template in
      guard let parts = Composition.ActionTemplate.parts(of: template) else { return nil }
      for case .field(let name) in parts where !known.contains(name) { return nil }
      return template.isEmpty ? nil : template
    }
  }
}
