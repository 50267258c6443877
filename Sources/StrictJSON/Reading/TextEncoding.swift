/// What bytes that are not UTF-8 are instead, for those who have to save them again.
package enum TextEncoding {
  /// The byte order mark that some programs write before UTF-8, and which is no part of the text.
  package static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The name of the encoding of a document that begins with `bytes`, as far as its mark, or NUL characters beside the
  /// first letter, tell; `nil` for UTF-8, and for all others.
  package static func name(ofBeginning bytes: some Collection<UInt8>) -> String? {
    let first = Array(bytes.prefix(4))
    if first == [0xFF, 0xFE, 0, 0] || first == [0, 0, 0xFE, 0xFF] { return "UTF-32" }
    if first.starts(with: [0xFF, 0xFE]) || first.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    guard first.count >= 2, first[0] < 0x80, first[1] < 0x80, (first[0] == 0) != (first[1] == 0)
    else { return first.starts(with: [0, 0, 0]) ? "UTF-32" : nil }
    return first[1...].elementsEqual([0, 0, 0]) ? "UTF-32" : "UTF-16"
  }

  /// The name of the encoding of a document; `nil` for UTF-8, and if it is not known.
  package static func name(of document: some RandomAccessCollection<UInt8>) -> String? {
    name(ofBeginning: document) ?? name(ofPart: document)
  }

  /// The name of the encoding that `bytes`, any part of a document, seem to have; `nil` for UTF-8, and if it is not
  /// known: most of them may be UTF-8, and some damaged.
  package static func name(ofPart bytes: some RandomAccessCollection<UInt8>) -> String? {
    guard String(validating: bytes, as: UTF8.self) == nil, let sample = Sample(bytes) else {
      return nil
    }
    let utf8 = MultibyteReading.utf8.read(sample)
    // Two bytes of another encoding are UTF-8 by chance, three hardly ever.
    guard utf8.tellingCount < utf8.wrongCount else { return nil }
    for (name, reading) in [("EUC-JP", MultibyteReading.eucJP), ("Shift_JIS", .shiftJIS)] {
      let found = reading.read(sample)
      if found.wrongCount == 0, found.tellingCount > 0 { return name }
    }
    guard utf8.count < utf8.wrongCount else { return nil }
    if isLatin(sample.bytes) { return "an 8-bit encoding such as Windows-1252" }
    // A few bytes may be damage.
    let isOther = utf8.count == 0 && sample.bytes.count { $0 >= 0x80 } > 5
    return isOther ? "another encoding" : nil
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

  /// The sample of `bytes`; `nil` if all are ASCII.
  init?(_ bytes: some RandomAccessCollection<UInt8>) {
    guard let first = bytes.firstIndex(where: { $0 >= 0x80 }) else { return nil }
    // A letter before tells as well.
    let whole = bytes[..<first].suffix(1) + bytes[first...].prefix(Self.size)
    self.bytes = Array(whole)
    isCut = bytes[first...].count > Self.size
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
      } else if isBeyond, !isWrong, !sample.isCut || index < bytes.count - 3 {
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

  /// Kana, or two kanji of the first level side by side.
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
      || (0x88...0x97).contains(lead) && former.count == 2
        && (0x88...0x97).contains(former.first ?? 0)
  }

  /// Kana.
  static let eucJP = MultibyteReading { bytes in
    let (lead, trail) = (bytes[bytes.startIndex], bytes.dropFirst().first ?? 0)
    guard trail >= 0xA1, trail < 0xFF else { return 0 }
    if lead == 0x8F { return bytes.count > 2 ? 3 : 0 }
    return lead == 0x8E || (0xA1..<0xFF).contains(lead) ? 2 : 0
  } tells: { character, _ in
    [0x8E, 0xA4, 0xA5].contains(character.first)
  }
}

extension UInt8 {
  /// Whether this is a letter in ASCII.
  fileprivate var isASCIILetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}
