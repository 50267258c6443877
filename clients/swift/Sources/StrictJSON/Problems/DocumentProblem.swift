/// One thing wrong with a content file or body: where, what was expected, what was found.
public struct DocumentProblem: Hashable, Sendable {
  /// The value or the form that was expected.
  public enum Expectation: Hashable, Sendable {
    case identifier
    case uniqueIdentifier
    case integer
    case positiveInteger
    case positiveNumber
    case number
    case flag
    case text
    case object
    case items
    case resultArray
    case json
    case itemWithin(bytes: Int)
    case utf8
    /// One of these texts.
    case oneOf([String])
    /// Something only its own words describe.
    case words(String)
  }

  /// The value that was found instead.
  public enum Finding: Hashable, Sendable {
    case nothing
    case null
    case bool(Bool)
    case number(String)
    case text(String)
    case textWithNUL
    case array
    case object
    case duplicate(Int)
    case endOfFile
    case emptyFile
    case byte(UInt8)
    /// Text in this encoding.
    case encoding(String)
    case malformed(String)
    case moreBytes
  }

  /// The JSON Pointer (RFC 6901) of the place, such as `/result/3/photo_width`; empty for the whole
  /// document. A very long one is cut, and ends with `…`.
  public var pointer: String
  /// The value or the form that was expected.
  public var expected: Expectation
  /// The value that was found instead.
  public var found: Finding
  /// The 1-based line, where the text itself is broken.
  public var line: Int?

  /// A problem at `pointer`.
  public init(
    pointer: String, expected: Expectation, found: Finding, line: Int? = nil
  ) {
    self.pointer = pointer.shortened(to: ProblemTexts.maximumPointerLength)
    self.expected = expected
    self.found = found
    self.line = line
  }

  /// Whether the document is not in the encoding that was expected.
  public var isAboutEncoding: Bool {
    switch (expected, found) {
    case (_, .encoding), (.utf8, _): true
    default: false
    }
  }

  /// Returns this problem for a document in which its place is below `prefix`; `line` is its line
  /// unless it has one.
  public func below(_ prefix: String, line: Int?) -> DocumentProblem {
    DocumentProblem(
      pointer: prefix + pointer, expected: expected, found: found, line: self.line ?? line)
  }
}

extension DocumentProblem: CustomStringConvertible {
  /// The place and the sentence: `/result/3/photo_width: expected …, found …`.
  public var description: String {
    let place = pointer.isEmpty ? "" : "\(pointer.printable): "
    return place + sentence
  }

  /// The expected and the found value in words, without the place.
  public var sentence: String {
    let line = line.map { " (line \($0))" } ?? ""
    return "expected \(expected.phrase), found \(found.phrase)\(line)"
  }
}

extension DocumentProblem.Expectation: CustomStringConvertible {
  /// The expectation in words.
  public var description: String { phrase }

  public var phrase: String {
    switch self {
    case .identifier: "a positive whole number"
    case .uniqueIdentifier: "a unique id"
    case .integer: "a whole number"
    case .positiveInteger: "a whole number of at least 1"
    case .positiveNumber: "a number above 0"
    case .number: "a number"
    case .flag: "true or false"
    case .text: "text"
    case .object: "an object"
    case .items: "an array of items, or {\"result\":[…]}"
    case .resultArray: "an array"
    case .json: "JSON"
    case .itemWithin(let bytes): "an item of at most \(bytes) bytes"
    case .utf8: "UTF-8"
    case .oneOf(let names): "one of \(names.joined(separator: ", "))"
    case .words(let words): words
    }
  }
}

extension DocumentProblem.Finding: CustomStringConvertible {
  /// The finding in words.
  public var description: String { phrase }

  public var phrase: String {
    switch self {
    case .nothing: "nothing"
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let text): text
    case .text(let text): "\"\(Self.excerpt(text))\""
    case .textWithNUL: "text with a NUL character"
    case .array: "an array"
    case .object: "an object"
    case .duplicate(let id): "\(id) again"
    case .endOfFile: "the end of the file"
    case .emptyFile: "an empty file"
    case .byte(let byte): "byte 0x\(String(byte, radix: 16, uppercase: true))"
    case .encoding(let name): name
    case .malformed(let reason): reason
    case .moreBytes: "more"
    }
  }

  /// The beginning of a long text, on one line and without characters that move a cursor: a
  /// message may end up on a terminal.
  private static func excerpt(_ text: String) -> String {
    var plain = ""
    for scalar in text.unicodeScalars.prefix(400) {
      switch scalar.properties.generalCategory {
      // The joiner makes one emoji of several.
      case .format where scalar == "\u{200D}": plain.unicodeScalars.append(scalar)
      case .control, .format, .lineSeparator, .paragraphSeparator: plain.append(" ")
      default: plain.unicodeScalars.append(scalar)
      }
    }
    return plain.count > 60 ? plain.prefix(60) + "…" : plain
  }
}
