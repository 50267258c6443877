package import StrictJSON

extension JSONFieldReader: FieldReader {
  package mutating func rating(_ name: String) -> Double {
    number(name, as: .rating, where: FieldRule.ratings.contains)
  }

  package mutating func url(_ name: String) -> String {
    text(name, as: .url, standIn: "") { AbsoluteURL.isValid($0) ? $0 : nil }
  }

  package mutating func date(_ name: String) -> Timestamp {
    text(name, as: .date, standIn: Timestamp(millisecondsSince1970: 0)) { Timestamp($0) }
  }

  /// A date; `nil` where the field is missing or null.
  package mutating func optionalDate(_ name: String) -> Timestamp? {
    hasValue(name) ? date(name) : nil
  }
}

extension ItemListDecoder where Value: ContentEntity {
  /// A decoder at the beginning of a document of entities.
  package init(_ form: ItemListForm = .result) {
    self.init(form) { fields in
      let entity = Value(reading: &fields)
      return (entity.id, entity)
    }
  }
}

/// Writes an entity's fields as members of a JSON object.
struct JSONFieldWriter: FieldWriter {
  var writer: JSONWriter

  mutating func integer(_ name: String, _ value: Int) { writer.member(name, value) }
  mutating func number(_ name: String, _ value: Double) { writer.member(name, value) }
  mutating func text(_ name: String, _ value: String) { writer.member(name, value) }
}

extension JSONWriter {
  /// The fields of `entity` as members of the object being written.
  package mutating func members(of entity: some ContentEntity) {
    var fields = JSONFieldWriter(writer: self)
    entity.write(to: &fields)
    self = fields.writer
  }
}
