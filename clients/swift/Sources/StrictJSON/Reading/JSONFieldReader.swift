/// Reads the fields of one JSON object and notes everything that is wrong with them.
public struct JSONFieldReader {
  /// The problems found so far, with pointers relative to the object.
  public var problems: [DocumentProblem] = []

  /// The JSON Pointer of the object in its document, and the line on which it begins; `nil` for an object that is
  /// no item of a list.
  public internal(set) var place: (pointer: String, line: Int)?

  /// Whether the object is part of a document that is stored. One of a former version may hold whole numbers that
  /// are refused now: see ``SafeInteger``.
  public let isStored: Bool

  private let object: JSONTree
  /// The names that have been asked for, some of them twice.
  private var askedFor: [String] = []
  /// Which of the first 64 members have been asked for, a bit each.
  private var askedForMembers: UInt64 = 0

  /// A reader of `tree`, or the problem that it is no object.
  ///
  /// - Parameter isStored: as of ``isStored``.
  public static func make(
    _ tree: JSONTree, isStored: Bool = false
  ) -> Result<JSONFieldReader, DocumentProblem.Mistake> {
    guard tree.isObject, !tree.hasUnreadableName else {
      return .failure(
        .init(problem: DocumentProblem(pointer: "", expected: .object, found: tree.finding)))
    }
    return .success(JSONFieldReader(object: tree, isStored: isStored))
  }

  /// The result of `read` for `tree`, and everything that is wrong with it.
  ///
  /// - Parameter isStored: as of ``isStored``.
  public static func read<Value>(
    _ tree: JSONTree, isStored: Bool = false, _ read: (inout JSONFieldReader) -> Value
  ) -> (value: Value?, problems: [DocumentProblem]) {
    switch make(tree, isStored: isStored) {
    case .failure(let mistake): return (nil, [mistake.problem])
    case .success(var reader):
      let value = read(&reader)
      return (value, reader.problems)
    }
  }

  private init(object: JSONTree, isStored: Bool) {
    self.object = object
    self.isStored = isStored
  }

  // MARK: - Names

  /// The unknown names, in alphabetical order.
  public var unknownFields: [String] {
    let count = object.memberCount
    if count <= 64, askedForMembers.nonzeroBitCount == count { return [] }
    return object.memberNames.namesBeside(askedFor)
  }

  /// Whether there are members that have not been asked for, as far as that is quick to say.
  public var hasOtherMembers: Bool {
    let count = object.memberCount
    return count > 64 || askedForMembers.nonzeroBitCount < count
  }

  /// The names with `character` in them that have not been asked for, in alphabetical order.
  public func otherNames(with character: Character) -> [String] {
    object.memberNames.filter { $0.contains(character) }.namesBeside(askedFor)
  }

  /// Leaves fields unread that are known: they are not reported.
  public mutating func skip(_ names: some Sequence<String>) { askedFor += names }

  /// Reports every unknown field, so that misspelt names are not ignored silently.
  public mutating func refuseUnknownFields() {
    let unknown = unknownFields
    guard !unknown.isEmpty else { return }
    let known = DocumentProblem.Expectation.oneOf(Set(askedFor).sorted())
    for name in unknown { refuse(name, expected: known, found: .text(name)) }
  }

  /// Whether the object has a field of this name, even if its value is null.
  public mutating func contains(_ name: String) -> Bool { find(name) != nil }

  /// Whether the object has a field of this name with a value: a null is no value.
  public mutating func hasValue(_ name: String) -> Bool { find(name)?.isNull == false }

  /// The value of field `name`, whatever it is; `nil` if there is no such field.
  public mutating func tree(_ name: String) -> JSONTree? { find(name) }

  private mutating func find(_ name: String) -> JSONTree? {
    askedFor.append(name)
    guard let (value, ordinal) = object.find(name) else { return nil }
    if ordinal < 64 { askedForMembers |= 1 << UInt64(ordinal) }
    return value
  }

  // MARK: - Problems

  /// Reports that field `name` has an invalid value.
  public mutating func refuse(
    _ name: String, expected: DocumentProblem.Expectation, found: DocumentProblem.Finding? = nil
  ) {
    problems.append(
      DocumentProblem(
        pointer: "/" + name.escapedForPointer, expected: expected,
        found: found ?? finding(name)))
  }

  /// Returns the value of field `name` as problems describe it; nothing if there is no such field.
  public func finding(_ name: String) -> DocumentProblem.Finding {
    object[name]?.finding ?? .nothing
  }

  private mutating func add(_ nested: JSONFieldReader, at pointer: String) {
    problems += nested.problems.map { $0.below(pointer, line: nil) }
  }

  // MARK: - Scalars

  /// The whole numbers that are read.
  private var wholeNumbers: ClosedRange<Int> { isStored ? .min ... .max : SafeInteger.range }

  /// A whole number within `range`.
  ///
  /// - Parameters:
  ///   - expected: the range in other words than its bounds.
  ///   - standIn: the result where there is none; by default the lower bound.
  public mutating func integer(
    _ name: String, in range: ClosedRange<Int>, as expected: DocumentProblem.Expectation? = nil,
    standIn: Int? = nil
  ) -> Int {
    let found = find(name)
    if let value = found?.integer(in: range) { return value }
    let expected = expected ?? .wholeNumber(in: range)
    refuse(name, expected: found?.expectation(in: range, expected) ?? expected)
    return standIn ?? range.lowerBound
  }

  /// A number that `accepts`, whole or not.
  public mutating func number(
    _ name: String, as expected: DocumentProblem.Expectation, standIn: Double = 0,
    where accepts: (Double) -> Bool = { _ in true }
  ) -> Double {
    if let value = find(name)?.number, accepts(value) { return value }
    refuse(name, expected: expected)
    return standIn
  }

  /// Returns the result of `accept` for the text of field `name`; notes a problem and returns
  /// `standIn` if there is none.
  public mutating func text<Value>(
    _ name: String, as expected: DocumentProblem.Expectation, standIn: Value,
    _ accept: (String) -> Value?
  ) -> Value {
    if let value = find(name)?.string.flatMap(accept) { return value }
    refuse(name, expected: expected)
    return standIn
  }

  public mutating func identifier(_ name: String) -> Int {
    integer(name, in: 1...wholeNumbers.upperBound, as: .identifier, standIn: 0)
  }

  public mutating func integer(_ name: String) -> Int {
    integer(name, in: wholeNumbers, as: .integer, standIn: 0)
  }

  public mutating func positiveInteger(_ name: String) -> Int {
    integer(name, in: 1...wholeNumbers.upperBound, as: .positiveInteger)
  }

  /// A number above 0, whole or not.
  public mutating func positiveNumber(_ name: String) -> Double {
    number(name, as: .positiveNumber, standIn: 1) { $0 > 0 }
  }

  /// A number, whole or not.
  public mutating func number(_ name: String) -> Double { number(name, as: .number) }

  /// Yes or no.
  public mutating func flag(_ name: String) -> Bool {
    if let value = find(name)?.flag { return value }
    refuse(name, expected: .flag)
    return false
  }

  /// Yes or no; `standIn` where the field is missing.
  public mutating func flag(_ name: String, or standIn: Bool) -> Bool {
    contains(name) ? flag(name) : standIn
  }

  /// Text without NUL characters.
  public mutating func text(_ name: String) -> String {
    guard let text = find(name)?.string else {
      refuse(name, expected: .text)
      return ""
    }
    // SQLite's text ends at NUL for many of its functions: refused rather than cut.
    guard !text.utf8.contains(0) else {
      refuse(name, expected: .text, found: .textWithNUL)
      return ""
    }
    return text
  }

  /// The result of `accept` for the text of a field; `nil` and a problem if it returns `nil`.
  public mutating func value<Value>(
    _ name: String, expected: DocumentProblem.Expectation, _ accept: (String) -> Value?
  ) -> Value? {
    let problemCount = problems.count
    let text = text(name)
    guard problems.count == problemCount else { return nil }
    let value = accept(text)
    if value == nil { refuse(name, expected: expected, found: .text(text)) }
    return value
  }

  // MARK: - Containers

  /// The result of `read` for an object within this one; `nil` when there is none.
  public mutating func object<Value>(
    _ name: String, _ read: (inout JSONFieldReader) -> Value
  ) -> Value? {
    guard let tree = find(name), tree.isObject, !tree.hasUnreadableName else {
      refuse(name, expected: .object)
      return nil
    }
    var reader = JSONFieldReader(object: tree, isStored: isStored)
    let value = read(&reader)
    add(reader, at: "/" + name.escapedForPointer)
    return value
  }

  /// The result of `read` for each object of an array; `nil` if it is not an array.
  public mutating func objects<Value>(
    _ name: String, _ read: (inout JSONFieldReader) -> Value
  ) -> [Value?] {
    elements(name).map { element, pointer in
      guard element.isObject, !element.hasUnreadableName else {
        problems.append(
          DocumentProblem(pointer: pointer, expected: .object, found: element.finding))
        return nil
      }
      var reader = JSONFieldReader(object: element, isStored: isStored)
      let value = read(&reader)
      add(reader, at: pointer)
      return value
    }
  }

  /// The ids of an array.
  public mutating func identifiers(_ name: String) -> [Int] {
    let range = 1...wholeNumbers.upperBound
    return elements(name).compactMap { element, pointer in
      if let id = element.integer(in: range) { return id }
      problems.append(
        DocumentProblem(
          pointer: pointer, expected: element.expectation(in: range, .identifier),
          found: element.finding))
      return nil
    }
  }

  /// The texts of an array, each read by `read`, which returns `nil` for one that is refused.
  public mutating func list<Value>(
    _ name: String, expected: DocumentProblem.Expectation, _ read: (String) -> Value?
  ) -> [Value] {
    elements(name).compactMap { element, pointer in
      if case .text(let text) = element.finding, let value = read(text) { return value }
      problems.append(
        DocumentProblem(pointer: pointer, expected: expected, found: element.finding))
      return nil
    }
  }

  /// The members of an object whose values are text, numbers or flags, each as text.
  public mutating func texts(_ name: String) -> [String: String] {
    object(name) { reader in
      var texts: [String: String] = [:]
      for field in Set(reader.object.memberNames).sorted() {
        switch reader.find(field)?.finding {
        case .text(let text): texts[field] = text
        case .number(let text): texts[field] = text
        case .bool(let flag): texts[field] = "\(flag)"
        default: reader.refuse(field, expected: .words("text, a number, true or false"))
        }
      }
      return texts
    } ?? [:]
  }

  /// The elements of an array, each with its pointer.
  private mutating func elements(_ name: String) -> [(JSONTree, pointer: String)] {
    let pointer = "/" + name.escapedForPointer
    guard let elements = find(name)?.elements else {
      refuse(name, expected: .resultArray)
      return []
    }
    return elements.enumerated().map { ($1, "\(pointer)/\($0)") }
  }
}

extension [String] {
  /// The names that are not among `known`, each once, in alphabetical order. Names that only look alike are different
  /// ones.
  fileprivate func namesBeside(_ known: [String]) -> [String] {
    guard !isEmpty else { return [] }
    var seen = Set(known.map(\.exact))
    return filter { seen.insert($0.exact).inserted }.sorted()
  }
}

extension DocumentProblem {
  /// A single problem, as something that can be thrown.
  public struct Mistake: Error {
    public let problem: DocumentProblem
  }
}
