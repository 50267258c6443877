import Foundation

/// Reads the fields of one JSON object and notes everything that is wrong with them.
package struct JSONFieldReader {
  let container: KeyedDecodingContainer<FieldName>
  var askedFor: Set<String> = []
  /// What was wrong so far, with pointers relative to the object.
  package var problems: [ContentProblem] = []

  /// A reader of the object that `decoder` stands at, or the problem that there is none.
  package static func make(
    from decoder: any Decoder
  ) -> Result<JSONFieldReader, ContentProblem.Mistake> {
    if let container = try? decoder.container(keyedBy: FieldName.self) {
      return .success(JSONFieldReader(container: container))
    }
    let found = JSONValueKind(decoder).finding
    return .failure(
      .init(problem: ContentProblem(pointer: "", expected: .object, found: found)))
  }

  init(container: KeyedDecodingContainer<FieldName>) {
    self.container = container
  }

  /// The names nobody asked for, in alphabetical order.
  package var unknownFields: [String] {
    container.allKeys.map(\.stringValue).filter { !askedFor.contains($0) }.sorted()
  }

  /// Whether the object has a field of this name, even if its value is null.
  package mutating func contains(_ name: String) -> Bool {
    askedFor.insert(name)
    return container.contains(FieldName(stringValue: name))
  }

  /// Whether the object has a field of this name with another value than null.
  package mutating func hasMeaning(_ name: String) -> Bool {
    contains(name) && (try? container.decodeNil(forKey: FieldName(stringValue: name))) == false
  }

  /// A number above 0, whole or not.
  package mutating func positiveNumber(_ name: String) -> Double {
    read(name, as: .positiveNumber, standIn: 1) { $0 > 0 ? .success($0) : nil }
  }

  /// A number, whole or not.
  package mutating func number(_ name: String) -> Double {
    read(name, as: .number, standIn: 0) { .success($0) }
  }

  /// Yes or no.
  package mutating func flag(_ name: String) -> Bool {
    read(name, as: .flag, standIn: false) { .success($0) }
  }

  /// What `read` makes of an object within this one; `nil` when there is none.
  package mutating func object<Value>(
    _ name: String, _ read: (inout JSONFieldReader) -> Value
  ) -> Value? {
    askedFor.insert(name)
    let key = FieldName(stringValue: name)
    let pointer = "/" + name.escapedForPointer
    guard let nested = try? container.nestedContainer(keyedBy: FieldName.self, forKey: key) else {
      problems.append(
        ContentProblem(pointer: pointer, expected: .object, found: finding(at: key)))
      return nil
    }
    var reader = JSONFieldReader(container: nested)
    let value = read(&reader)
    problems += reader.problems.map { $0.below(pointer, line: nil) }
    return value
  }

  /// Takes field `name`, lets `accept` judge it, and notes a problem when either fails.
  package mutating func read<Value: Decodable, Accepted>(
    _ name: String, as expected: ContentProblem.Expectation, standIn: Accepted,
    _ accept: (Value) -> Judgement<Accepted>?
  ) -> Accepted {
    askedFor.insert(name)
    let key = FieldName(stringValue: name)
    var found: ContentProblem.Finding?
    if let value = try? container.decode(Value.self, forKey: key) {
      switch accept(value) {
      case .success(let accepted): return accepted
      case .refused(let reason): found = reason
      case nil: break
      }
    }
    problems.append(
      ContentProblem(
        pointer: "/" + name.escapedForPointer, expected: expected,
        found: found ?? finding(at: key)))
    return standIn
  }

  /// What an acceptance test says, when the value itself is not reason enough.
  package enum Judgement<Accepted> {
    case success(Accepted)
    case refused(ContentProblem.Finding)
  }

  package mutating func identifier(_ name: String) -> Int {
    read(name, as: .identifier, standIn: 0) { $0 > 0 ? .success($0) : nil }
  }

  package mutating func integer(_ name: String) -> Int {
    read(name, as: .integer, standIn: 0) { .success($0) }
  }

  package mutating func positiveInteger(_ name: String) -> Int {
    read(name, as: .positiveInteger, standIn: 1) { $0 > 0 ? .success($0) : nil }
  }

  package mutating func text(_ name: String) -> String {
    // SQLite's text ends at NUL for many of its functions: refused rather than cut.
    read(name, as: .text, standIn: "") { (text: String) in
      text.utf8.contains(0) ? .refused(.textWithNUL) : .success(text)
    }
  }

  func finding(at key: FieldName) -> ContentProblem.Finding {
    guard container.contains(key) else { return .nothing }
    guard let kind = try? container.decode(JSONValueKind.self, forKey: key) else { return .null }
    return kind.finding
  }
}

extension ContentProblem {
  /// A single problem, as something that can be thrown.
  package struct Mistake: Error {
    package let problem: ContentProblem
  }
}

extension String {
  /// The text as one token of a JSON Pointer.
  package var escapedForPointer: String {
    contains { $0 == "~" || $0 == "/" }
      ? replacingOccurrences(of: "~", with: "~0").replacingOccurrences(of: "/", with: "~1") : self
  }
}
