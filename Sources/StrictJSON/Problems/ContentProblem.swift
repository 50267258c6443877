/// One thing wrong with a content file or body: where, what was expected, what was found.
public struct ContentProblem: Hashable, Sendable {
  /// What should have been there.
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

  /// What was there instead.
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
    case utf16
    case malformed(String)
    case moreBytes
  }

  /// The JSON Pointer (RFC 6901) of the place, such as `/result/3/photo_width`; empty for the whole
  /// document.
  public var pointer: String
  /// What should have been there.
  public var expected: Expectation
  /// What was there instead.
  public var found: Finding
  /// The 1-based line, where the text itself is broken.
  public var line: Int?

  /// A problem at `pointer`.
  public init(
    pointer: String, expected: Expectation, found: Finding, line: Int? = nil
  ) {
    self.pointer = pointer
    self.expected = expected
    self.found = found
    self.line = line
  }

  /// The same problem, seen from a document in which its place is below `prefix`.
  package func below(_ prefix: String, line: Int?) -> ContentProblem {
    ContentProblem(
      pointer: prefix + pointer, expected: expected, found: found, line: self.line ?? line)
  }
}
