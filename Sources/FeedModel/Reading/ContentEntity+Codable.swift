import StrictJSON

extension ContentEntity {
  /// Decodes an item by the same rules as a content file.
  ///
  /// - Throws: `DecodingError` naming the first problem.
  public init(from decoder: any Decoder) throws {
    let (item, problems) = JSONFieldReader.read(try JSONTree(fieldsOf: decoder)) {
      ContentItem(reading: &$0, kind: Self.kind)
    }
    guard problems.isEmpty, let entity = item.flatMap(Self.init) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: problems.map(\.description).joined(separator: "; ")))
    }
    self = entity
  }

  /// Encodes the item in the format of content files.
  public func encode(to encoder: any Encoder) throws {
    try item.encode(to: encoder)
  }
}

extension ContentItem: Encodable {
  /// Encodes the item in the format of content files.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldName.self)
    try container.encode(id, forKey: FieldName(stringValue: ContentField.identifier.name))
    for (field, value) in zip(kind.fields, values) {
      try container.encode(value, forKey: FieldName(stringValue: field.name))
    }
  }
}

extension JSONTree {
  /// Creates the value that `decoder` stands at. Of an object it has the scalars, and of the arrays
  /// and objects inside only that they are there.
  ///
  /// So the rules of content files hold for whatever decodes an item.
  init(fieldsOf decoder: any Decoder) throws {
    let value = try? decoder.container(keyedBy: FieldName.self)
    let json = JSONWriter.encode { writer in
      guard let value else { return writer.value(describing: decoder) }
      writer.object { object in
        for key in value.allKeys {
          object.key(key.stringValue)
          // A container that has a key has a decoder for it, unless its value is null.
          if let decoder = try? value.superDecoder(forKey: key) {
            object.value(describing: decoder)
          } else {
            object.null()
          }
        }
      }
    }
    try self.init(parsing: json)
  }
}

extension JSONWriter {
  /// Half of a surrogate pair.
  private static let halfPair = Array(#""\ud800""#.utf8)
  private static let tooLargeNumber = Array("1e999".utf8)

  fileprivate mutating func value(describing decoder: any Decoder) {
    if let value = try? decoder.singleValueContainer() {
      if value.decodeNil() { return null() }
      if let flag = try? value.decode(Bool.self) { return self.value(flag) }
      do {
        return self.value(try value.decode(String.self))
      } catch DecodingError.typeMismatch {
        // Something else than text.
      } catch {
        // It is text, but no string of Unicode: that leaves the halves of surrogate pairs.
        return raw(Self.halfPair)
      }
      if let integer = try? value.decode(Int.self) { return self.value(integer) }
      if let number = try? value.decode(Double.self), number.isFinite { return self.value(number) }
    }
    if (try? decoder.unkeyedContainer()) != nil { return raw(Array("[]".utf8)) }
    if (try? decoder.container(keyedBy: FieldName.self)) != nil { return raw(Array("{}".utf8)) }
    raw(Self.tooLargeNumber)
  }
}

/// A key of a coded object, whatever it is.
struct FieldName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) {
    self.stringValue = stringValue
  }

  init?(intValue: Int) { nil }
}
