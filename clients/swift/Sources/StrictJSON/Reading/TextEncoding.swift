/// What bytes that are not UTF-8 are instead, for those who have to save them again.
public enum TextEncoding {
  /// The byte order mark that some programs write before UTF-8, and which is no part of the text.
  public static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The name of the encoding of a document that begins with `bytes`, as far as its mark, or NUL characters beside the
  /// first letter, tell; `nil` for UTF-8, and for all others.
  public static func name(ofBeginning bytes: some Collection<UInt8>) -> String? {
    let first = Array(bytes.prefix(4))
    if first == [0xFF, 0xFE, 0, 0] || first == [0, 0, 0xFE, 0xFF] { return "UTF-32" }
    if first.starts(with: [0xFF, 0xFE]) || first.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    guard first.count >= 2, first[0] < 0x80, first[1] < 0x80, (first[0] == 0) != (first[1] == 0)
    else { return first.starts(with: [0, 0, 0]) ? "UTF-32" : nil }
    return first[1...].elementsEqual([0, 0, 0]) ? "UTF-32" : "UTF-16"
  }

  /// The name of the encoding of a document; `nil` for UTF-8, and if it is not known.
  public static func name(of document: some RandomAccessCollection<UInt8>) -> String? {
    name(ofBeginning: document) ?? name(ofPart: document)
  }

  /// The name of the encoding that `bytes`, any part of a document, seem to have, or the names of all in which they are
  /// common characters; `nil` for UTF-8, and for damage: most of them are UTF-8.
  ///
  /// - Parameter isCut: whether more bytes follow, so that the last character may not be whole.
  public static func name(
    ofPart bytes: some RandomAccessCollection<UInt8>, isCut: Bool = false
  ) -> String? {
    guard String(validating: bytes, as: UTF8.self) == nil,
      let sample = Sample(bytes, isCut: isCut)
    else { return nil }
    let utf8 = MultibyteReading.utf8.read(sample)
    // Two bytes of another encoding are UTF-8 by chance, three hardly ever.
    guard utf8.tellingCount < utf8.wrongCount else { return nil }
    if let name = multibyteName(of: sample) { return name }
    guard utf8.count < utf8.wrongCount else { return nil }
    return isLatin(sample.bytes) ? "an 8-bit encoding such as Windows-1252" : other
  }

  /// What is none of the named ones.
  private static let other = "another encoding than UTF-8"

  /// The names of the encodings of East Asia in which the bytes of `sample` are characters, most of them common.
  private static func multibyteName(of sample: Sample) -> String? {
    let japanese: [(name: String, reading: MultibyteReading, least: Int)] = [
      // Two kana may be Chinese, three hardly.
      ("EUC-JP", .kanaOfEUCJP, 3), ("Shift_JIS", .shiftJIS, 1),
    ]
    for (name, reading, least) in japanese {
      let found = reading.read(sample)
      if found.wrongCount == 0, found.tellingCount >= least { return name }
    }
    let others: [(name: String, reading: MultibyteReading)] = [
      ("GB18030", .gb18030), ("EUC-KR", .eucKR), ("Big5", .big5), ("EUC-JP", .eucJP),
      ("Shift_JIS", .halfWidthKana),
    ]
    let found = others.map { (name: $0.name, result: $0.reading.read(sample)) }
      .filter { $0.result.wrongCount == 0 && $0.result.tellingShare >= 0.5 }
    let best = found.map(\.result.tellingShare).max()
    let names = found.filter { $0.result.tellingShare == best }.map(\.name)
    guard let last = names.last else { return nil }
    return names.count == 1 ? last : names.dropLast().joined(separator: ", ") + " or " + last
  }

  /// Whether `bytes` are words of Latin letters, most of which are ASCII, in a byte each.
  private static func isLatin(_ bytes: [UInt8]) -> Bool {
    let others = bytes.indices.filter { bytes[$0] >= 0x80 }
    let letterCount = bytes.count(where: \.isASCIILetter)
    // Windows-1252 does not use these.
    guard others.count <= letterCount,
      others.allSatisfy({ ![0x81, 0x8D, 0x8F, 0x90, 0x9D].contains(bytes[$0]) })
    else { return false }
    return others.contains { index in
      [index - 1, index + 1].contains { bytes.indices.contains($0) && bytes[$0].isASCIILetter }
    }
  }
}

/// The beginning of a text that is not UTF-8.
private struct Sample {
  /// How many bytes are looked at, from the first one that is not ASCII.
  private static let size = 64 << 10

  let bytes: [UInt8]
  /// Whether there are more, so that the last character may not be whole.
  let isCut: Bool

  /// Whether the character that begins at `index` may go on behind the sample.
  func mayBeCut(at index: Int) -> Bool {
    isCut && index >= bytes.count - 3 && bytes[index...].allSatisfy { $0 >= 0x80 }
  }

  /// The sample of `bytes`, behind which there are more if they are cut; `nil` if all are ASCII.
  init?(_ bytes: some RandomAccessCollection<UInt8>, isCut: Bool) {
    guard let first = bytes.firstIndex(where: { $0 >= 0x80 }) else { return nil }
    // A letter before tells as well.
    let whole = bytes[..<first].suffix(1) + bytes[first...].prefix(Self.size)
    self.bytes = Array(whole)
    self.isCut = isCut || bytes[first...].count > Self.size
  }
}

/// How an encoding writes characters beyond ASCII in several bytes.
private struct MultibyteReading: Sendable {
  /// The result of reading bytes.
  struct Result {
    /// How many characters are beyond ASCII.
    var count = 0
    /// How many of them are hardly those of another encoding.
    var tellingCount = 0
    /// How many pieces are neither those nor ASCII.
    var wrongCount = 0

    /// How many of the characters beyond ASCII are telling ones: 1 for all.
    var tellingShare: Double { count == 0 ? 0 : Double(tellingCount) / Double(count) }
  }

  /// How many bytes the character has that begins `bytes`, whose first one is beyond ASCII; 0 for none.
  let length: @Sendable (ArraySlice<UInt8>) -> Int
  /// Whether a character, beside the one before it, tells the encoding.
  let tells: @Sendable (_ character: ArraySlice<UInt8>, _ former: ArraySlice<UInt8>) -> Bool

  func read(_ sample: Sample) -> Result {
    let bytes = sample.bytes
    var result = Result()
    var former: ArraySlice<UInt8> = []
    var isWrong = false
    var index = 0
    while index < bytes.count {
      let isBeyond = bytes[index] >= 0x80
      let length = isBeyond ? length(bytes[index...]) : 0
      let character = bytes[index..<index + max(length, 1)]
      if length > 0 {
        result.count += 1
        if tells(character, former) { result.tellingCount += 1 }
      } else if isBeyond, !isWrong, !sample.mayBeCut(at: index) {
        result.wrongCount += 1
      }
      isWrong = isBeyond && length == 0
      former = length > 0 ? character : []
      index = character.endIndex
    }
    return result
  }

  /// Three bytes or four.
  static let utf8 = MultibyteReading { bytes in
    (2...4).first { String(validating: bytes.prefix($0), as: UTF8.self)?.unicodeScalars.count == 1 }
      ?? 0
  } tells: { character, _ in
    character.count > 2
  }

  /// Kana, or two common kanji, circled digits or further kanji of Windows side by side.
  static let shiftJIS = MultibyteReading { bytes in
    let (lead, trail) = (bytes[bytes.startIndex], bytes.dropFirst().first ?? 0)
    if (0xA1...0xDF).contains(lead) { return 1 }
    let isLead = (0x81...0x9F).contains(lead) || (0xE0...0xFC).contains(lead)
    let isTrail = (0x40...0x7E).contains(trail) || (0x80...0xFC).contains(trail)
    return isLead && isTrail ? 2 : 0
  } tells: { character, former in
    guard character.count == 2, let lead = character.first, let trail = character.last else {
      return false
    }
    return lead == 0x82 && (0x9F...0xF1).contains(trail)
      || lead == 0x83 && (0x40...0x96).contains(trail)
      || former.count == 2 && former.first.map { isPair($0, lead) } == true
  }

  /// Whether the rows of Shift_JIS, as Windows writes it, have common or further kanji or circled digits. Bytes of the
  /// further ones are letters in Cyrillic.
  private static func isPair(_ first: UInt8, _ second: UInt8) -> Bool {
    let common: ClosedRange<UInt8> = 0x87...0x97
    let further: ClosedRange<UInt8> = 0xFA...0xFC
    if further.contains(first), further.contains(second) { return true }
    let rare: Set<UInt8> = [0xED, 0xEE, 0xFA, 0xFB, 0xFC]
    return common.contains(first) && (common.contains(second) || rare.contains(second))
      || rare.contains(first) && common.contains(second)
  }

  /// Kana of half the width in Shift_JIS, a byte each: letters side by side, and marks behind those that have them.
  static let halfWidthKana = MultibyteReading { bytes in
    (0xA1...0xDF).contains(bytes[bytes.startIndex]) ? 1 : 0
  } tells: { character, former in
    guard let byte = character.first, let letter = former.first else { return false }
    if byte < 0xDE { return byte >= 0xA6 }
    return (0xCA...0xCE).contains(letter)
      || byte == 0xDE && (letter == 0xB3 || (0xB6...0xC4).contains(letter))
  }

  /// Kana.
  static let kanaOfEUCJP = MultibyteReading(length: eucJP.length) { character, _ in
    [0x8E, 0xA4, 0xA5].contains(character.first)
  }

  /// Kana, and kanji of the first level.
  static let eucJP = MultibyteReading { bytes in
    let (lead, trail) = (bytes[bytes.startIndex], bytes.dropFirst().first ?? 0)
    guard trail >= 0xA1, trail < 0xFF else { return 0 }
    if lead == 0x8F { return bytes.count > 2 ? 3 : 0 }
    let isUnused = (0xA9...0xAF).contains(lead) && lead != 0xAD
    return lead == 0x8E || (0xA1..<0xFF).contains(lead) && !isUnused ? 2 : 0
  } tells: { character, _ in
    guard let lead = character.first else { return false }
    return [0x8E, 0xA4, 0xA5].contains(lead) || (0xB0...0xCF).contains(lead)
  }

  /// Hanzi of the first level.
  static let gb18030 = MultibyteReading { bytes in
    let (lead, trail) = (bytes[bytes.startIndex], bytes.dropFirst().first ?? 0)
    guard (0x81...0xFE).contains(lead) else { return 0 }
    if (0x30...0x39).contains(trail) {
      let rest = bytes.dropFirst(2).prefix(2)
      guard rest.count == 2, let third = rest.first, let fourth = rest.last else { return 0 }
      return (0x81...0xFE).contains(third) && (0x30...0x39).contains(fourth) ? 4 : 0
    }
    let isUnused = (0xAA...0xAF).contains(lead) || lead >= 0xF8
    guard trail < 0xA1 || !isUnused else { return 0 }
    return trail >= 0x40 && trail != 0x7F && trail != 0xFF ? 2 : 0
  } tells: { character, _ in
    guard character.count == 2, let lead = character.first, let trail = character.last else {
      return false
    }
    return (0xB0...0xD7).contains(lead) && trail >= 0xA1
  }

  /// Hangul.
  static let eucKR = MultibyteReading { bytes in
    let (lead, trail) = (bytes[bytes.startIndex], bytes.dropFirst().first ?? 0)
    let isFurther =
      (0x41...0x5A).contains(trail) || (0x61...0x7A).contains(trail)
      || (0x81...0xA0).contains(trail)
    if (0x81...0xC6).contains(lead), isFurther { return 2 }
    let isUnused = (0xAD...0xAF).contains(lead) || lead == 0xC9
    return (0xA1...0xFD).contains(lead) && !isUnused && (0xA1...0xFE).contains(trail) ? 2 : 0
  } tells: { character, _ in
    guard let lead = character.first, let trail = character.last else { return false }
    return (0xB0...0xC8).contains(lead) && trail >= 0xA1
  }

  /// Hanzi of the first level. One whose second byte is ASCII may be a letter of Latin before another.
  static let big5 = MultibyteReading { bytes in
    let (lead, trail) = (bytes[bytes.startIndex], bytes.dropFirst().first ?? 0)
    let isTrail = (0x40...0x7E).contains(trail) || (0xA1...0xFE).contains(trail)
    let isUnused = lead == 0xC7 || lead == 0xC8
    return (0xA1...0xF9).contains(lead) && !isUnused && isTrail ? 2 : 0
  } tells: { character, former in
    guard let lead = character.first, let trail = character.last else { return false }
    return (0xA4...0xC6).contains(lead) && (trail >= 0xA1 || former.count == 2)
  }
}

extension UInt8 {
  /// Whether this is a letter in ASCII.
  fileprivate var isASCIILetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}
