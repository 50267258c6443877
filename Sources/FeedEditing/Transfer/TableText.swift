import Foundation
package import StrictJSON

/// The text of a table as UTF-8, whether it is saved in UTF-8 or in UTF-16.
struct TableText {
  /// Why there is no more text.
  private(set) var problem: DocumentProblem?

  /// How many bytes are kept until the encoding is known.
  static let sampleSize = 64 << 10

  /// `nil` as long as it is not known.
  private var encoding: Encoding?
  private var beginning = Data()
  private var utf16 = UTF16Text()

  private enum Encoding {
    case utf8
    case utf16(isBigEndian: Bool)
  }

  /// The text that ends in `bytes`, the next piece of the table.
  mutating func decode(_ bytes: Data) -> [UInt8] {
    guard problem == nil else { return [] }
    guard encoding == nil else { return text(bytes) }
    beginning += bytes
    return beginning.count < Self.sampleSize ? [] : begin()
  }

  /// The rest of the text.
  mutating func finish() -> [UInt8] {
    guard problem == nil else { return [] }
    let rest = encoding == nil ? begin() : []
    if problem == nil, utf16.isIncomplete { refuse(.malformed("an incomplete character")) }
    return rest
  }

  private mutating func begin() -> [UInt8] {
    defer { beginning = Data() }
    let sample = Array(beginning.prefix(Self.sampleSize))
    if let name = Self.refusedName(of: sample) {
      problem = DocumentProblem(pointer: "", expected: .table, found: .malformed(name), line: 1)
      return []
    }
    if sample.starts(with: TextEncoding.mark) {
      encoding = .utf8
      return text(beginning.dropFirst(TextEncoding.mark.count))
    }
    guard let isBigEndian = Self.isBigEndian(sample) else {
      encoding = .utf8
      return text(beginning)
    }
    encoding = .utf16(isBigEndian: isBigEndian)
    let hasMark = sample.starts(with: isBigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE])
    return text(beginning.dropFirst(hasMark ? 2 : 0))
  }

  private mutating func text(_ bytes: Data) -> [UInt8] {
    guard case .utf16(let isBigEndian) = encoding else { return Array(bytes) }
    let text = utf16.decode(bytes, isBigEndian: isBigEndian)
    if utf16.isBroken { refuse(.malformed("half of a surrogate pair")) }
    return text
  }

  private mutating func refuse(_ found: DocumentProblem.Finding) {
    problem = DocumentProblem(pointer: "", expected: .words("UTF-16"), found: found)
  }

  // MARK: - Recognition

  /// The order of bytes of a table in UTF-16; `nil` for another one. Without a mark it is certain from the ends of
  /// lines, since no text has NUL characters.
  private static func isBigEndian(_ sample: [UInt8]) -> Bool? {
    if sample.starts(with: [0xFF, 0xFE]) { return false }
    if sample.starts(with: [0xFE, 0xFF]) { return true }
    let units = stride(from: 0, to: sample.count - 1, by: 2).map { (sample[$0], sample[$0 + 1]) }
    let isLittle = units.contains { $0.1 == 0 && ($0.0 == 0x0A || $0.0 == 0x0D) }
    let isBig = units.contains { $0.0 == 0 && ($0.1 == 0x0A || $0.1 == 0x0D) }
    return isLittle == isBig ? nil : isBig
  }

  /// What begins with `sample` and is no text that is read; `nil` for everything else.
  private static func refusedName(of sample: [UInt8]) -> String? {
    for (name, beginning) in files where sample.starts(with: beginning) { return name }
    let name = TextEncoding.name(ofBeginning: sample)
    if name == "UTF-32" { return name }
    let isJIS =
      name == nil && sample.allSatisfy { $0 < 0x80 }
      && escapes.allSatisfy { escapes in
        escapes.contains { sample.firstRange(of: [0x1B] + Array($0.utf8)) != nil }
      }
    return isJIS ? "ISO-2022-JP" : nil
  }

  /// The escapes with which text in ISO-2022-JP begins to be Japanese, and those with which it ends.
  private static let escapes = [["$B", "$@"], ["(B", "(J"]]

  /// The beginnings of files that programs keep tables in.
  private static let files: [(name: String, beginning: [UInt8])] = [
    ("a ZIP file, which those of Excel, LibreOffice and Numbers are", [0x50, 0x4B, 0x03, 0x04]),
    ("a file of Excel 97", [0xD0, 0xCF, 0x11, 0xE0]),
    ("a gzip file, which has to be unpacked", [0x1F, 0x8B]),
  ]
}

/// Text in UTF-16, whose pieces may end within a character.
private struct UTF16Text {
  /// Whether half of a surrogate pair stood alone.
  private(set) var isBroken = false
  private var firstByte: UInt8?
  private var lead: UInt16?

  /// Whether the text ends within a character.
  var isIncomplete: Bool { firstByte != nil || lead != nil }

  /// The next piece as UTF-8, as far as it is sound.
  mutating func decode(_ bytes: Data, isBigEndian: Bool) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    for byte in bytes where !isBroken {
      guard let first = firstByte else {
        firstByte = byte
        continue
      }
      firstByte = nil
      let (high, low) = isBigEndian ? (first, byte) : (byte, first)
      append(UInt16(high) << 8 | UInt16(low), to: &text)
    }
    return text
  }

  private mutating func append(_ unit: UInt16, to text: inout [UInt8]) {
    if let lead {
      self.lead = nil
      append(
        UTF16.isTrailSurrogate(unit)
          ? Unicode.Scalar(0x10000 + (UInt32(lead) - 0xD800) << 10 + (UInt32(unit) - 0xDC00)) : nil,
        to: &text)
    } else if UTF16.isLeadSurrogate(unit) {
      lead = unit
    } else {
      append(Unicode.Scalar(unit), to: &text)
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar?, to text: inout [UInt8]) {
    guard let bytes = scalar.flatMap({ UTF8.encode($0) }) else { return isBroken = true }
    text.append(contentsOf: bytes)
  }
}

extension DocumentProblem.Expectation {
  /// A table that is read.
  package static let table = words("a table in UTF-8 or UTF-16 (in Excel: CSV UTF-8)")
}
