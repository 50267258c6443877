/// The bytes of one run, taken from their beginning.
struct FuzzInput {
  /// The bytes not taken yet.
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  /// The next byte; 0 at the end.
  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// One of `choices`, as the next byte says.
  mutating func choice<Choice>(of choices: [Choice]) -> Choice {
    choices[Int(byte()) % choices.count]
  }

  /// The bytes before the next `separator`, which is taken, too; all bytes where there is none.
  mutating func part(before separator: UInt8 = 0) -> ArraySlice<UInt8> {
    guard let end = rest.firstIndex(of: separator) else {
      defer { rest = [] }
      return rest
    }
    defer { rest = rest[(end + 1)...] }
    return rest[..<end]
  }

  /// The next line.
  mutating func line() -> String {
    String(decoding: part(before: UInt8(ascii: "\n")), as: UTF8.self)
  }

  /// All that is left, as text.
  var text: String { String(decoding: rest, as: UTF8.self) }

  var isEmpty: Bool { rest.isEmpty }

  /// The rest in pieces of sizes that follow from it.
  var pieces: [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var left = rest
    var size = rest.reduce(into: UInt32(2_166_136_261)) { $0 = ($0 ^ UInt32($1)) &* 16_777_619 }
    while !left.isEmpty {
      size = size &* 1_664_525 &+ 1_013_904_223
      pieces.append(left.prefix(1 + Int(size >> 24) % 7))
      left = left.dropFirst(pieces[pieces.count - 1].count)
    }
    return pieces
  }
}

/// Ends the process, which the fuzzer reports, if `condition` is not met.
func require(
  _ condition: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String,
  file: StaticString = #file, line: UInt = #line
) {
  do {
    guard try condition() else { fatalError(message(), file: file, line: line) }
  } catch {
    fatalError("\(message()): \(error)", file: file, line: line)
  }
}
