/// Follows a JSON number: no plus sign in front, no leading zero, digits on both sides of a point.
struct JSONNumberGrammar {
  private enum State {
    case start, minus, zero, integer, point, fraction, mark, sign, exponent
  }

  private var state = State.start

  /// Whether the number may end here.
  var isComplete: Bool {
    switch state {
    case .zero, .integer, .fraction, .exponent: true
    case .start, .minus, .point, .mark, .sign: false
    }
  }

  /// Takes the next byte; `false`, and no change, if it is not part of the number.
  mutating func consume(_ byte: UInt8) -> Bool {
    guard let next = next(byte) else { return false }
    state = next
    return true
  }

  private func next(_ byte: UInt8) -> State? {
    let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    let isPoint = byte == UInt8(ascii: ".")
    let isMark = byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E")
    let isMinus = byte == UInt8(ascii: "-")
    let isSign = isMinus || byte == UInt8(ascii: "+")
    switch state {
    case .start where isMinus: return .minus
    case .start where isDigit, .minus where isDigit:
      return byte == UInt8(ascii: "0") ? .zero : .integer
    case .integer where isDigit: return .integer
    case .zero where isPoint, .integer where isPoint: return .point
    case .point where isDigit, .fraction where isDigit: return .fraction
    case .zero where isMark, .integer where isMark, .fraction where isMark: return .mark
    case .mark where isSign: return .sign
    case .mark where isDigit, .sign where isDigit, .exponent where isDigit: return .exponent
    default: return nil
    }
  }
}
