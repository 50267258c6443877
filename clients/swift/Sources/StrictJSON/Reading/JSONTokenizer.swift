/// One value, or one name of a member, of a JSON text: what it is and where it stands.
///
/// The tokens of a text are in its order. Those of a container's members or elements follow the
/// container's own; a member is its name and its value.
struct JSONToken: Hashable, Sendable {
  enum Kind: UInt8 {
    case object, array, text, number, `true`, `false`, null
  }

  let kind: Kind
  /// Whether the text, or a name of the object, is written with escapes.
  var hasEscapes = false
  /// Where its bytes begin, quotation marks and brackets included.
  let start: Int
  /// The index behind its last byte.
  var end: Int
  /// The index of the first token behind the value.
  var next: Int
}

/// Splits JSON (RFC 8259) into tokens and refuses everything else: the only place that knows the
/// grammar.
///
/// The text may come in pieces. A text, number or literal that a piece ends within is read again
/// with the next one.
struct JSONTokenizer {
  /// How deep values nest at most.
  static let maximumDepth = 512

  /// How far a value was read.
  enum Progress {
    /// The value ends before this index.
    case ended(Int)
    /// More bytes are needed, from this index on.
    case unfinished(Int)
    /// The byte at this index cannot come next.
    case wrong(Int)
  }

  private enum State {
    case value, valueOrEnd, name, nameOrEnd, colon, commaOrEnd
  }

  /// The tokens so far.
  private(set) var tokens: [JSONToken] = []
  /// How many lines have ended so far; none ends inside a token.
  private(set) var newlineCount = 0

  private let keepsTokens: Bool
  private var state = State.value
  /// The indices of the tokens of containers that have not ended.
  private var open: [Int] = []

  /// A tokenizer in front of a value.
  ///
  /// - Parameter keepsTokens: whether more is wanted than to know that the value is JSON.
  init(keepsTokens: Bool = true) {
    self.keepsTokens = keepsTokens
  }

  /// Begins another value.
  mutating func reset() {
    tokens.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    state = .value
    newlineCount = 0
  }

  /// Reads on from index `start` of `bytes`.
  ///
  /// - Parameter isLast: whether no bytes follow, so that a number may end with them.
  mutating func run(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, isLast: Bool
  ) -> Progress {
    var index = start
    while true {
      while index < bytes.count, bytes[index].isWhiteSpace {
        if bytes[index] == UInt8(ascii: "\n") { newlineCount += 1 }
        index += 1
      }
      guard index < bytes.count else { return .unfinished(index) }
      let byte = bytes[index]
      switch (state, byte) {
      case (.commaOrEnd, UInt8(ascii: ",")):
        state = isInObject ? .name : .value
        index += 1
      case (.colon, UInt8(ascii: ":")):
        state = .value
        index += 1
      case (.name, UInt8(ascii: "\"")), (.nameOrEnd, UInt8(ascii: "\"")):
        let scanned = JSONScan.text(bytes, from: index)
        guard let end = scanned.end else { return scanned.progress(of: index) }
        appendName(from: index, to: end, hasEscapes: scanned.hasEscapes)
        state = .colon
        index = end
      case (.nameOrEnd, UInt8(ascii: "}")), (.valueOrEnd, UInt8(ascii: "]")),
        (.commaOrEnd, UInt8(ascii: "}")) where isInObject,
        (.commaOrEnd, UInt8(ascii: "]")) where !isInObject:
        index += 1
        if close(before: index) { return .ended(index) }
      case (.value, UInt8(ascii: "{")), (.valueOrEnd, UInt8(ascii: "{")):
        guard begin(.object, at: index) else { return .wrong(index) }
        index += 1
      case (.value, UInt8(ascii: "[")), (.valueOrEnd, UInt8(ascii: "[")):
        guard begin(.array, at: index) else { return .wrong(index) }
        index += 1
      case (.value, _), (.valueOrEnd, _):
        let (kind, scanned) = JSONScan.scalar(bytes, from: index)
        guard let end = scanned.end, isLast || kind != .number || end < bytes.count else {
          return scanned.progress(of: index)
        }
        append(
          JSONToken(
            kind: kind, hasEscapes: scanned.hasEscapes, start: index, end: end,
            next: tokens.count + 1))
        index = end
        if open.isEmpty { return .ended(index) }
        state = .commaOrEnd
      default: return .wrong(index)
      }
    }
  }

  private var isInObject: Bool {
    open.last.map { tokens[$0].kind == .object } ?? false
  }

  private mutating func append(_ token: JSONToken) {
    if keepsTokens { tokens.append(token) }
  }

  private mutating func appendName(from start: Int, to end: Int, hasEscapes: Bool) {
    if hasEscapes, let object = open.last { tokens[object].hasEscapes = true }
    append(
      JSONToken(
        kind: .text, hasEscapes: hasEscapes, start: start, end: end, next: tokens.count + 1))
  }

  /// Begins a container, unless it nests too deep.
  private mutating func begin(_ kind: JSONToken.Kind, at index: Int) -> Bool {
    guard open.count < Self.maximumDepth else { return false }
    open.append(tokens.count)
    tokens.append(JSONToken(kind: kind, start: index, end: index, next: 0))
    state = kind == .object ? .nameOrEnd : .valueOrEnd
    return true
  }

  /// Ends the innermost container; `true` if it was the outermost as well.
  private mutating func close(before end: Int) -> Bool {
    let container = open.removeLast()
    tokens[container].end = end
    tokens[container].next = tokens.count
    if !keepsTokens { tokens.removeLast() }
    state = .commaOrEnd
    return open.isEmpty
  }
}

extension JSONTokenizer {
  /// Why bytes are not one JSON value.
  enum Failure: Error {
    /// The byte at this index cannot come next.
    case wrong(Int)
    /// The value does not end.
    case unfinished
  }

  /// Reads the one value of `bytes` from index `start` to their end, with white space around it.
  mutating func readWhole(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0
  ) throws(Failure) {
    reset()
    switch run(bytes, from: start, isLast: true) {
    case .unfinished: throw .unfinished
    case .wrong(let index): throw .wrong(index)
    case .ended(var index):
      while index < bytes.count, bytes[index].isWhiteSpace { index += 1 }
      if index < bytes.count { throw .wrong(index) }
    }
  }

  /// Why the bytes of `range` are not one value with white space around it; `nil` if they are.
  mutating func failure(in bytes: [UInt8], _ range: Range<Int>) -> Failure? {
    bytes.withUnsafeBufferPointer { bytes in
      do throws(Failure) {
        try readWhole(
          UnsafeBufferPointer(rebasing: bytes[..<range.upperBound]), from: range.lowerBound)
        return nil
      } catch {
        return error
      }
    }
  }
}
