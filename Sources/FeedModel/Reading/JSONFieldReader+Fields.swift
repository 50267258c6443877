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
