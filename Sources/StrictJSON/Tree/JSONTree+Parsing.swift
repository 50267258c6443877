package import Foundation

extension JSONTree {
  /// Reads a whole document, in which no object has two members of one name.
  ///
  /// - Throws: the place where it ceases to be JSON, or every name that is used twice.
  package init(parsing document: Data) throws(ContentProblems) {
    let bytes = Array(document)
    if let problem = Self.grammarProblem(bytes) { throw ContentProblems([problem]) }
    var parser = Parser(bytes: bytes)
    self = parser.value()
    guard parser.problems.isEmpty else { throw parser.problems }
  }

  /// Where `bytes` are not JSON.
  private static func grammarProblem(_ bytes: [UInt8]) -> ContentProblem? {
    guard bytes.contains(where: { !$0.isWhiteSpace }) else {
      return ContentProblem(pointer: "", expected: .json, found: .nothing)
    }
    var grammar = JSONGrammar()
    var line = 1
    for byte in bytes {
      guard grammar.consume(byte) else {
        return ContentProblem(
          pointer: "", expected: byte < 0x80 ? .json : .utf8, found: ItemScanner.finding(byte),
          line: line)
      }
      if byte == UInt8(ascii: "\n") { line += 1 }
    }
    return grammar.isComplete
      ? nil
      : ContentProblem(
        pointer: "", expected: .json, found: .malformed("an unfinished value"), line: line)
  }
}

/// Reads bytes that are known to be JSON.
private struct Parser {
  let bytes: [UInt8]
  var problems = ContentProblems()
  private var index = 0
  /// The names and indices that lead to the value being read.
  private var path: [String] = []

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func value() -> JSONTree {
    skipWhiteSpace()
    switch bytes[index] {
    case UInt8(ascii: "{"): return object()
    case UInt8(ascii: "["): return array()
    case UInt8(ascii: "\""): return .scalar(text())
    default: return .scalar(word())
    }
  }

  private mutating func object() -> JSONTree {
    var members: [JSONTree.Member] = []
    var names: Set<String> = []
    index += 1
    while next() != UInt8(ascii: "}") {
      let written = text()
      let name = Self.name(written)
      _ = next()
      path.append(name)
      if !names.insert(name).inserted {
        problems.append(
          ContentProblem(
            pointer: pointer, expected: .words("a name that is used once"),
            found: .malformed("it again")))
      }
      members.append(.init(name: name, writtenName: written, value: value()))
      path.removeLast()
    }
    index += 1
    return .object(members)
  }

  private mutating func array() -> JSONTree {
    var elements: [JSONTree] = []
    index += 1
    while next() != UInt8(ascii: "]") {
      path.append(String(elements.count))
      elements.append(value())
      path.removeLast()
    }
    index += 1
    return .array(elements)
  }

  /// The next byte that is more than white space or stands between values.
  private mutating func next() -> UInt8 {
    while bytes[index].isWhiteSpace || bytes[index] == UInt8(ascii: ",")
      || bytes[index] == UInt8(ascii: ":")
    { index += 1 }
    return bytes[index]
  }

  private mutating func skipWhiteSpace() {
    while bytes[index].isWhiteSpace { index += 1 }
  }

  /// A text with its quotation marks.
  private mutating func text() -> [UInt8] {
    let start = index
    index += 1
    while bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    index += 1
    return Array(bytes[start..<index])
  }

  /// A number or a literal.
  private mutating func word() -> [UInt8] {
    let start = index
    while index < bytes.count, !bytes[index].isWhiteSpace, !Self.endsWord(bytes[index]) {
      index += 1
    }
    return Array(bytes[start..<index])
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
  }

  /// The name written as `bytes`, which may have escapes.
  private static func name(_ written: [UInt8]) -> String {
    if written.contains(UInt8(ascii: "\\")),
      let name = try? JSONDecoder().decode(String.self, from: Data(written))
    {
      return name
    }
    return String(decoding: written.dropFirst().dropLast(), as: UTF8.self)
  }

  private var pointer: String {
    path.map { "/" + $0.escapedForPointer }.joined()
  }
}
