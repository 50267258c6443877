/// Limits how deep JSON text nests, whatever else is wrong with it.
public enum JSONDepth {
  /// The JSON Pointer (RFC 6901) of the first array or object that is more than `limit` deep, the
  /// outermost being 1; `nil` if there is none.
  public static func firstPlace(deeperThan limit: Int, in text: some Sequence<UInt8>) -> String? {
    func place(in bytes: UnsafeBufferPointer<UInt8>) -> String? {
      var nesting = JSONNesting()
      // Most bodies are not too deep: only then is the place looked for.
      return nesting.leave(Int.min...limit, in: bytes, from: 0, to: bytes.count)
        .map { JSONPlace.pointer(after: bytes[..<$0]) }
    }
    return text.withContiguousStorageIfAvailable(place)
      ?? Array(text).withUnsafeBufferPointer(place)
  }
}

/// Finds out where in a JSON document a text ends.
private struct JSONPlace {
  private enum Step {
    case index(Int)
    case name(String)
  }

  private var steps: [Step] = []
  private var text: [UInt8]?
  private var isEscaped = false
  /// The text that ended last: a name, if a colon follows.
  private var lastText: [UInt8] = []

  /// The JSON Pointer of what follows `text`.
  static func pointer(after text: some Sequence<UInt8>) -> String {
    var place = JSONPlace()
    for byte in text { place.consume(byte) }
    let pointer = place.steps.map { step in
      switch step {
      case .index(let index): "/\(index)"
      case .name(let name): "/" + name.escapedForPointer
      }
    }.joined()
    return pointer.shortened(to: ProblemTexts.maximumPointerLength)
  }

  private mutating func consume(_ byte: UInt8) {
    if text != nil { return consumeText(byte) }
    switch byte {
    case UInt8(ascii: "\""): text = []
    case UInt8(ascii: "["): steps.append(.index(0))
    case UInt8(ascii: "{"): steps.append(.name(""))
    case UInt8(ascii: "]"), UInt8(ascii: "}"): _ = steps.popLast()
    case UInt8(ascii: ":"):
      if case .name = steps.last {
        steps[steps.count - 1] = .name(
          String(decoding: lastText, as: UTF8.self).shortened(to: ProblemTexts.maximumNameLength))
      }
    case UInt8(ascii: ","):
      if case .index(let index) = steps.last { steps[steps.count - 1] = .index(index + 1) }
    default: break
    }
  }

  private mutating func consumeText(_ byte: UInt8) {
    if !isEscaped, byte == UInt8(ascii: "\"") {
      lastText = text ?? []
      text = nil
    } else {
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      text?.append(byte)
    }
  }
}
