/// A JSON value that is only looked at to say what it is.
struct JSONValueKind: Decodable {
  let finding: ContentProblem.Finding

  init(_ decoder: any Decoder) {
    self.finding = Self.finding(in: decoder)
  }

  init(from decoder: any Decoder) throws {
    self.init(decoder)
  }

  private static func finding(in decoder: any Decoder) -> ContentProblem.Finding {
    if let value = try? decoder.singleValueContainer() {
      if value.decodeNil() { return .null }
      if let bool = try? value.decode(Bool.self) { return .bool(bool) }
      do {
        return .text(try value.decode(String.self))
      } catch DecodingError.typeMismatch {
        // Something else than text.
      } catch {
        // It is text, but no string of Unicode: that leaves the halves of surrogate pairs.
        return .malformed("text with half of a surrogate pair")
      }
      if let integer = try? value.decode(Int.self) { return .number("\(integer)") }
      if let number = try? value.decode(Double.self) { return .number("\(number)") }
    }
    if (try? decoder.unkeyedContainer()) != nil { return .array }
    if (try? decoder.container(keyedBy: FieldName.self)) != nil { return .object }
    return .number("a number that is too large")
  }
}
