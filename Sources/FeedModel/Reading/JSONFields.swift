package import StrictJSON

extension JSONFieldReader {
  /// A date and time with its zone.
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
      let item = ContentItem(reading: &fields, kind: Value.kind)
      return (item.id, Value(item) ?? Value())
    }
  }
}
