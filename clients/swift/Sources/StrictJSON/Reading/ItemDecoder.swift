/// Decodes items one after the other and gathers what is wrong with them.
struct ItemDecoder<Value> {
  /// Everything wrong so far.
  private(set) var problems = DocumentProblems()
  /// How often each field without a meaning was met.
  private(set) var unknownFields: [String: Int] = [:]

  private let countsUnknownFields: Bool
  private let read: ItemListDecoder<Value>.ReadItem
  private var seen = IdentifierSet()

  init(
    countsUnknownFields: Bool,
    read: @escaping ItemListDecoder<Value>.ReadItem
  ) {
    self.countsUnknownFields = countsUnknownFields
    self.read = read
  }

  mutating func note(_ problem: DocumentProblem) {
    problems.append(problem)
  }

  mutating func note(unknownField name: String) {
    unknownFields[name, default: 0] += 1
  }

  /// The value of `item`, unless something is wrong with it.
  ///
  /// - Parameters:
  ///   - failure: why the item is no JSON.
  ///   - text: the bytes in which the item stands.
  ///   - tokens: the item's tokens, if it is JSON.
  mutating func decode(
    _ item: ScannedItem, _ failure: JSONTokenizer.Failure?, _ text: [UInt8], _ tokens: [JSONToken]
  ) -> Value? {
    if let failure {
      note(Self.problem(failure, in: text[item.bytes], line: item.line), in: item)
      return nil
    }
    let tree = JSONTree(text: text, tokens: tokens)
    let repeated = RepeatedNames.problems(in: tree)
    guard repeated.isEmpty else {
      for problem in repeated.listed { note(problem, in: item) }
      return nil
    }
    var fields: JSONFieldReader
    switch JSONFieldReader.make(tree) {
    case .success(let reader): fields = reader
    case .failure(let mistake):
      note(mistake.problem, in: item)
      return nil
    }
    fields.place = (item.pointer, item.line)
    let (id, value) = read(&fields)
    for problem in fields.problems { note(problem, in: item) }
    if countsUnknownFields {
      for name in fields.unknownFields { note(unknownField: name) }
    }
    if id > 0, !seen.insert(id) {
      note(
        DocumentProblem(pointer: "/id", expected: .uniqueIdentifier, found: .duplicate(id)),
        in: item)
      return nil
    }
    return fields.problems.isEmpty ? value : nil
  }

  private mutating func note(_ problem: DocumentProblem, in item: ScannedItem) {
    problems.append(problem.below(item.pointer, line: item.line))
  }

  /// Where `item`, which begins on line `line`, ceases to be JSON.
  private static func problem(
    _ failure: JSONTokenizer.Failure, in item: ArraySlice<UInt8>, line: Int
  ) -> DocumentProblem {
    if let name = TextEncoding.name(of: item) {
      return DocumentProblem(pointer: "", expected: .utf8, found: .encoding(name))
    }
    if let byte = item.firstInvalidUTF8Byte {
      return DocumentProblem(pointer: "", expected: .utf8, found: .byte(byte))
    }
    let found: DocumentProblem.Finding =
      switch failure {
      case .wrong(let index): .unexpected(item[index])
      case .unfinished: .malformed("an incomplete value")
      }
    return DocumentProblem(
      pointer: "", expected: .json, found: found, line: line - 1 + failure.line(in: item))
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// The first byte that no UTF-8 text has at its place.
  public var firstInvalidUTF8Byte: UInt8? {
    if String(validating: self, as: UTF8.self) != nil { return nil }
    // Only the failing path looks for the byte.
    var start = startIndex
    while start < endIndex {
      let length = Swift.min(4, endIndex - start)
      let valid = (1...length).first { size in
        guard let text = String(validating: self[start..<start + size], as: UTF8.self) else {
          return false
        }
        return text.unicodeScalars.count == 1
      }
      guard let valid else { return self[start] }
      start += valid
    }
    return nil
  }
}

/// A set of positive integers that is small when they lie close together: 64 of them share a word.
public struct IdentifierSet {
  private var words: [Int: UInt64] = [:]

  public init() {}

  /// Adds `id` and says whether it was new.
  public mutating func insert(_ id: Int) -> Bool {
    let bit: UInt64 = 1 << UInt64(id & 63)
    let word = words[id >> 6, default: 0]
    words[id >> 6] = word | bit
    return word & bit == 0
  }
}
