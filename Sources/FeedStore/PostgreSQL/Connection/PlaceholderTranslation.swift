/// SQL with the placeholders of PostgreSQL, made from SQL with those of SQLite.
///
/// `?` becomes the next number, `?3` that number, and `:name` one number for each name. Literals, quoted names,
/// comments, dollar quotes, casts such as `::text` and the slices of arrays by numbers stay; so do `$1` and
/// other placeholders that PostgreSQL has itself, for statements that have no others. The operators of jsonb with a
/// question mark are not to be had: they have functions. Anything that is not finished is left to the server.
package struct PlaceholderTranslation: Hashable, Sendable {
  /// The SQL with `$1`, `$2`, ….
  package let sql: String
  /// How many parameters the statement has.
  package let parameterCount: Int
  /// The name of each parameter, in the order of their numbers; `nil` for those without.
  package let names: [String?]

  /// Translates `sql`.
  package init(of sql: String) {
    var scanner = Scanner(sql)
    scanner.scan()
    self.sql = scanner.hasChanged ? String(decoding: scanner.output, as: UTF8.self) : sql
    names = scanner.names
    parameterCount = scanner.names.count
  }
}

/// Walks through SQL, byte by byte: everything that matters is ASCII.
private struct Scanner {
  let input: [UInt8]
  var output: [UInt8] = []
  var names: [String?] = []
  private var numbers: [String: Int] = [:]
  private var position = 0
  /// Whether the output differs from the input.
  private(set) var hasChanged = false

  init(_ sql: String) {
    input = Array(sql.utf8)
    output.reserveCapacity(input.count + 32)
  }

  private var byte: UInt8? { position < input.count ? input[position] : nil }

  private func byte(after count: Int) -> UInt8? {
    position + count < input.count ? input[position + count] : nil
  }

  mutating func scan() {
    while let byte {
      switch byte {
      case UInt8(ascii: "'"): copyQuoted(byte, hasEscapes: false)
      case UInt8(ascii: "\""): copyQuoted(byte, hasEscapes: false)
      case UInt8(ascii: "-") where self.byte(after: 1) == byte: copyLine()
      case UInt8(ascii: "/") where self.byte(after: 1) == UInt8(ascii: "*"): copyComment()
      case UInt8(ascii: "$"): copyDollar()
      case UInt8(ascii: "?"): translateMark()
      case UInt8(ascii: ":"): translateColon()
      case _ where byte.beginsWord: copyWord()
      // The digits of a number do not begin a word with what follows them.
      case _ where byte.isDigit: copy { $0.isDigit }
      default: copy(1)
      }
    }
  }

  // MARK: - Copying

  private mutating func copy(_ count: Int) {
    let end = min(position + count, input.count)
    output.append(contentsOf: input[position..<end])
    position = end
  }

  private mutating func copy(while isPart: (UInt8) -> Bool) {
    var end = position
    while end < input.count, isPart(input[end]) { end += 1 }
    copy(end - position)
  }

  /// Copies up to the closing quote; a doubled one does not close.
  private mutating func copyQuoted(_ quote: UInt8, hasEscapes: Bool) {
    var end = position + 1
    while end < input.count {
      if hasEscapes, input[end] == UInt8(ascii: "\\") {
        end += 2
      } else if input[end] == quote {
        guard end + 1 < input.count, input[end + 1] == quote else { break }
        end += 2
      } else {
        end += 1
      }
    }
    copy(end + 1 - position)
  }

  private mutating func copyLine() {
    copy { $0 != UInt8(ascii: "\n") }
  }

  /// Copies a comment, which may have others inside.
  private mutating func copyComment() {
    var end = position + 2
    var depth = 1
    while end < input.count, depth > 0 {
      let pair = (input[end], end + 1 < input.count ? input[end + 1] : 0)
      switch pair {
      case (UInt8(ascii: "*"), UInt8(ascii: "/")): (depth, end) = (depth - 1, end + 2)
      case (UInt8(ascii: "/"), UInt8(ascii: "*")): (depth, end) = (depth + 1, end + 2)
      default: end += 1
      }
    }
    copy(end - position)
  }

  /// Copies a keyword or name, in which dollars are letters, and the literal that `E` begins.
  private mutating func copyWord() {
    let start = position
    copy { $0.continuesWord }
    let isEscape = position == start + 1 && (input[start] | 0x20) == UInt8(ascii: "e")
    if isEscape, byte == UInt8(ascii: "'") { copyQuoted(UInt8(ascii: "'"), hasEscapes: true) }
  }

  /// Copies a text between `$tag$` and `$tag$`, or `$1`.
  private mutating func copyDollar() {
    var end = position + 1
    if end < input.count, input[end].isDigit {
      copy(1)
      return
    }
    while end < input.count, input[end].beginsWord || input[end].isDigit { end += 1 }
    guard end < input.count, input[end] == UInt8(ascii: "$") else {
      copy(1)
      return
    }
    let tag = input[position...end]
    var close = end + 1
    while close + tag.count <= input.count {
      if input[close] == UInt8(ascii: "$"), input[close..<close + tag.count] == tag {
        copy(close + tag.count - position)
        return
      }
      close += 1
    }
    copy(input.count - position)
  }

  // MARK: - Translating

  private mutating func translateMark() {
    position += 1
    let start = position
    while let byte, byte.isDigit { position += 1 }
    if let number = Int(String(decoding: input[start..<position], as: UTF8.self)),
      (1...65_535).contains(number)
    {
      while names.count < number { names.append(nil) }
      write(number)
    } else {
      names.append(nil)
      write(names.count)
    }
  }

  private mutating func translateColon() {
    guard let first = byte(after: 1), first.beginsWord else {
      // A cast, `:=`, or a slice of an array.
      copy { $0 == UInt8(ascii: ":") }
      return
    }
    position += 1
    let start = position
    while let byte, byte.continuesWord, byte != UInt8(ascii: "$") { position += 1 }
    let name = String(decoding: input[start..<position], as: UTF8.self)
    if let number = numbers[name] {
      write(number)
    } else {
      names.append(name)
      numbers[name] = names.count
      write(names.count)
    }
  }

  private mutating func write(_ number: Int) {
    hasChanged = true
    output.append(UInt8(ascii: "$"))
    output.append(contentsOf: String(number).utf8)
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  /// Whether a name or keyword may begin with the byte; letters beyond ASCII may.
  fileprivate var beginsWord: Bool {
    let lowercase = self | 0x20
    return lowercase >= UInt8(ascii: "a") && lowercase <= UInt8(ascii: "z")
      || self == UInt8(ascii: "_") || self >= 0x80
  }

  fileprivate var continuesWord: Bool { beginsWord || isDigit || self == UInt8(ascii: "$") }
}
