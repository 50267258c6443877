/// Divides bytes into lines. A line that is too long is dropped as it comes, however long it is.
struct LineSplitter {
  /// A line, without its end.
  enum Line: Equatable, Sendable {
    case text([UInt8])
    /// A line of more bytes than are allowed, of which none are kept.
    case tooLong
  }

  /// How many bytes a line can have.
  let maximumLength: Int
  private var rest: [UInt8] = []
  private var isTooLong = false

  init(maximumLength: Int) {
    self.maximumLength = maximumLength
  }

  /// The lines that end in `bytes`. Lines with nothing but white space are left out.
  mutating func add(_ bytes: some Collection<UInt8>) -> [Line] {
    var lines: [Line] = []
    for (index, part) in bytes.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).enumerated() {
      if index > 0, let line = end() { lines.append(line) }
      append(part)
    }
    return lines
  }

  /// The last line, if there is one without an end.
  mutating func finish() -> Line? { end() }

  private mutating func append(_ part: some Collection<UInt8>) {
    guard !isTooLong else { return }
    rest.append(contentsOf: part)
    guard rest.count > maximumLength else { return }
    isTooLong = true
    rest = []
  }

  private mutating func end() -> Line? {
    defer { (rest, isTooLong) = ([], false) }
    if isTooLong { return .tooLong }
    return rest.contains { !$0.isBlank } ? .text(rest) : nil
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}
