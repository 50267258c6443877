import StrictJSON

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
