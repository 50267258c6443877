/// Says of each byte whether it can come next in one JSON value (RFC 8259).
///
/// Foundation's decoder only looks at what it is asked for, and forgives a comma too many. A file is
/// JSON in all its parts or it is refused, so the grammar is checked here.
struct JSONGrammar {
  /// How deep values nest at most; Foundation's decoder has the same limit.
  static let maximumDepth = 512

  private enum State {
    case value, valueOrEnd
    case name, nameOrEnd, colon
    case commaOrEnd
    case text(isName: Bool)
    case number
    case literal
    case end
  }

  private enum Container {
    case object, array
  }

  private var state = State.value
  private var containers: [Container] = []
  private var text = JSONTextGrammar()
  private var number = JSONNumberGrammar()
  private var literal: ArraySlice<UInt8> = []

  /// Whether the bytes so far are a whole value.
  var isComplete: Bool {
    switch state {
    case .end: true
    case .number: containers.isEmpty && number.isComplete
    default: false
    }
  }

  /// Takes the next byte; `false` if it cannot come next.
  mutating func consume(_ byte: UInt8) -> Bool {
    switch state {
    case .text(let isName):
      switch text.consume(byte) {
      case .continues: return true
      case .refused: return false
      case .ends:
        if isName { state = .colon } else { endValue() }
        return true
      }
    case .number:
      if number.consume(byte) { return true }
      guard number.isComplete else { return false }
      endValue()
      return consume(byte)
    case .literal:
      guard literal.first == byte else { return false }
      literal = literal.dropFirst()
      if literal.isEmpty { endValue() }
      return true
    default:
      return byte.isWhiteSpace || consumeBetween(byte)
    }
  }

  /// A byte outside of texts, numbers and literals.
  private mutating func consumeBetween(_ byte: UInt8) -> Bool {
    switch (state, byte) {
    case (.valueOrEnd, UInt8(ascii: "]")): return close(.array)
    case (.value, _), (.valueOrEnd, _): return begin(byte)
    case (.nameOrEnd, UInt8(ascii: "}")): return close(.object)
    case (.name, UInt8(ascii: "\"")), (.nameOrEnd, UInt8(ascii: "\"")):
      text = JSONTextGrammar()
      state = .text(isName: true)
    case (.colon, UInt8(ascii: ":")): state = .value
    case (.commaOrEnd, UInt8(ascii: ",")): state = containers.last == .object ? .name : .value
    case (.commaOrEnd, UInt8(ascii: "}")): return close(.object)
    case (.commaOrEnd, UInt8(ascii: "]")): return close(.array)
    default: return false
    }
    return true
  }

  private mutating func begin(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"): return open(.object)
    case UInt8(ascii: "["): return open(.array)
    case UInt8(ascii: "\""):
      text = JSONTextGrammar()
      state = .text(isName: false)
    case UInt8(ascii: "t"): expect("rue")
    case UInt8(ascii: "f"): expect("alse")
    case UInt8(ascii: "n"): expect("ull")
    default:
      number = JSONNumberGrammar()
      state = .number
      return number.consume(byte)
    }
    return true
  }

  private mutating func expect(_ rest: String) {
    literal = Array(rest.utf8)[...]
    state = .literal
  }

  private mutating func open(_ container: Container) -> Bool {
    containers.append(container)
    state = container == .object ? .nameOrEnd : .valueOrEnd
    return containers.count <= Self.maximumDepth
  }

  private mutating func close(_ container: Container) -> Bool {
    guard containers.popLast() == container else { return false }
    endValue()
    return true
  }

  private mutating func endValue() {
    state = containers.isEmpty ? .end : .commaOrEnd
  }
}
