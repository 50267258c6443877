/// JSON for people and for line-by-line comparison.
extension JSONTree {
  /// The width up to which a value stays on one line, in characters.
  public static let lineWidth = 100

  /// The value as lines, each with a line feed. Objects and arrays that do not fit on a line are indented by two
  /// spaces, and so are all members of the outermost one. Names, texts and numbers keep their bytes.
  ///
  /// - Parameter width: the width up to which an inner object or array stays on one line, in characters.
  public func lines(width: Int = lineWidth) -> [UInt8] {
    var layout = JSONLineLayout(width: width)
    layout.write(self, isOutermost: true)
    return layout.bytes + [UInt8(ascii: "\n")]
  }
}

/// Lays out a value on lines.
private struct JSONLineLayout {
  let width: Int
  private(set) var bytes: [UInt8] = []
  /// How deep the value being written is.
  private var depth = 0
  /// How many characters stand before it on its line.
  private var column = 0

  init(width: Int) {
    self.width = width
  }

  /// - Parameter rest: how many characters follow the value on its line.
  mutating func write(_ tree: JSONTree, isOutermost: Bool = false, rest: Int = 1) {
    let parts = Self.parts(of: tree)
    let flat = tree.spacedBytes
    let fits = column + flat.characterCount + rest <= width
    guard let parts, !parts.values.isEmpty, isOutermost || !fits else { return append(flat) }
    append([parts.open])
    depth += 1
    for (index, (name, value)) in parts.values.enumerated() {
      beginLine()
      if let name { append(name + Array(": ".utf8)) }
      write(value)
      if index < parts.values.count - 1 { append([UInt8(ascii: ",")]) }
    }
    depth -= 1
    beginLine()
    append([parts.close])
  }

  private mutating func append(_ text: [UInt8]) {
    bytes += text
    column += text.characterCount
  }

  private mutating func beginLine() {
    bytes.append(UInt8(ascii: "\n"))
    bytes += Array(repeating: UInt8(ascii: " "), count: 2 * depth)
    column = 2 * depth
  }

  /// The brackets and the values of an object or array; `nil` for any other value.
  private static func parts(
    of tree: JSONTree
  ) -> (open: UInt8, values: [(name: [UInt8]?, value: JSONTree)], close: UInt8)? {
    if let members = tree.members {
      return (UInt8(ascii: "{"), members.map { ($0.writtenName, $0.value) }, UInt8(ascii: "}"))
    }
    guard let elements = tree.elements else { return nil }
    return (UInt8(ascii: "["), elements.map { (nil, $0) }, UInt8(ascii: "]"))
  }
}

extension JSONTree {
  /// The value on one line, with a space behind each comma and colon.
  fileprivate var spacedBytes: [UInt8] {
    var spaced: [UInt8] = []
    var isText = false
    var isEscaped = false
    for byte in bytes {
      spaced.append(byte)
      if isText {
        isText = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      isText = byte == UInt8(ascii: "\"")
      if byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") {
        spaced.append(UInt8(ascii: " "))
      }
    }
    return spaced
  }
}

extension [UInt8] {
  /// How many code points this UTF-8 has.
  fileprivate var characterCount: Int {
    reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
  }
}
