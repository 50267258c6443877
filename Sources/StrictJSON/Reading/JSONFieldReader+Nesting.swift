/// Fields that hold more than one value, and fields that may be missing.
extension JSONFieldReader {
  /// Whether the object has a field of this name with a value: a null is no value.
  package mutating func hasValue(_ name: String) -> Bool {
    guard contains(name) else { return false }
    let isNull = try? container.decodeNil(forKey: FieldName(stringValue: name))
    return isNull != true
  }

  /// Notes that field `name` is wrong in a way that only its meaning tells.
  package mutating func refuse(
    _ name: String, expected: ContentProblem.Expectation, found: ContentProblem.Finding? = nil
  ) {
    problems.append(
      ContentProblem(
        pointer: "/" + name.escapedForPointer, expected: expected,
        found: found ?? finding(at: FieldName(stringValue: name))))
  }

  /// Notes every field nobody asked for: what a person misspells must not be lost in silence.
  package mutating func refuseUnknownFields() {
    let known = ContentProblem.Expectation.oneOf(askedFor.sorted())
    for name in unknownFields { refuse(name, expected: known, found: .text(name)) }
  }

  /// What `read` makes of each object of an array; `nil` where it is not one.
  package mutating func objects<Value>(
    _ name: String, _ read: (inout JSONFieldReader) -> Value
  ) -> [Value?] {
    elements(name) { array, pointer, problems in
      guard let nested = try? array.nestedContainer(keyedBy: FieldName.self) else {
        problems.append(
          ContentProblem(pointer: pointer, expected: .object, found: Self.skip(&array)))
        return nil
      }
      var reader = JSONFieldReader(container: nested)
      let value = read(&reader)
      problems += reader.problems.map { $0.below(pointer, line: nil) }
      return value
    }
  }

  /// The positive whole numbers of an array.
  package mutating func identifiers(_ name: String) -> [Int] {
    let found: [Int?] = elements(name) { array, pointer, problems in
      if let id = try? array.decode(Int.self) {
        if id > 0 { return id }
        problems.append(
          ContentProblem(pointer: pointer, expected: .identifier, found: .number("\(id)")))
        return nil
      }
      problems.append(
        ContentProblem(pointer: pointer, expected: .identifier, found: Self.skip(&array)))
      return nil
    }
    return found.compactMap { $0 }
  }

  /// The members of an object whose values are text, numbers or flags, each as text.
  package mutating func texts(_ name: String) -> [String: String] {
    object(name) { reader in
      var texts: [String: String] = [:]
      for field in reader.container.allKeys.map(\.stringValue).sorted() {
        _ = reader.contains(field)
        switch reader.finding(at: FieldName(stringValue: field)) {
        case .text(let text): texts[field] = text
        case .number(let text): texts[field] = text
        case .bool(let flag): texts[field] = "\(flag)"
        default: reader.refuse(field, expected: .words("text, a number, true or false"))
        }
      }
      return texts
    } ?? [:]
  }

  /// What `read` makes of each element of an array.
  private mutating func elements<Value>(
    _ name: String,
    _ read: (inout any UnkeyedDecodingContainer, String, inout [ContentProblem]) -> Value
  ) -> [Value] {
    askedFor.insert(name)
    let key = FieldName(stringValue: name)
    let pointer = "/" + name.escapedForPointer
    guard
      var array: any UnkeyedDecodingContainer = try? container.nestedUnkeyedContainer(
        forKey: key)
    else {
      problems.append(
        ContentProblem(pointer: pointer, expected: .resultArray, found: finding(at: key)))
      return []
    }
    var values: [Value] = []
    while !array.isAtEnd {
      values.append(read(&array, "\(pointer)/\(array.currentIndex)", &problems))
    }
    return values
  }

  /// Goes past an element, and says what it was.
  private static func skip(
    _ array: inout any UnkeyedDecodingContainer
  ) -> ContentProblem.Finding {
    if (try? array.decodeNil()) == true { return .null }
    return (try? array.decode(JSONValueKind.self))?.finding ?? .null
  }
}
