import StrictJSON
import Testing

/// Names of encodings: a wrong one is worse than none.
struct TextEncodingTests {
  @Test(
    arguments: [
      // タイトル, 寿司 and 最新のお知らせ.
      ([0x83, 0x5E, 0x83, 0x43, 0x83, 0x67, 0x83, 0x8B], "Shift_JIS"),
      ([0x8E, 0xF5, 0x8E, 0x69], "Shift_JIS"),
      (
        [0x8D, 0xC5, 0x90, 0x56, 0x82, 0xCC, 0x82, 0xA8, 0x92, 0x6D, 0x82, 0xE7, 0x82, 0xB9],
        "Shift_JIS"
      ),
      ([0xA5, 0xBF, 0xA5, 0xA4, 0xA5, 0xC8, 0xA5, 0xEB], "EUC-JP"),
      // Café; L’été; in Mac OS Roman: café.
      ([0x43, 0x61, 0x66, 0xE9], "an 8-bit encoding such as Windows-1252"),
      (Array("L".utf8) + [0x92, 0xE9, 0x74, 0xE9] + Array(" ici".utf8), latin),
      ([0x63, 0x61, 0x66, 0x8E], latin),
      // Новости: no letters of ASCII.
      ([0xCD, 0xEE, 0xE2, 0xEE, 0xF1, 0xF2, 0xE8], other),
      // é alone, and Αθήνα.
      ([0xE9], other), ([0xC1, 0xE8, 0xDE, 0xED, 0xE1], other), ([0xFF], other),
      // ｶﾞｰﾃﾞﾝ, ﾒﾆｭｰ and, in Windows, ①髙﨑 and 髙﨑.
      ([0xB6, 0xDE, 0xB0, 0xC3, 0xDE, 0xDD], "Shift_JIS"),
      ([0xD2, 0xC6, 0xAD, 0xB0], "Shift_JIS"),
      ([0x87, 0x40, 0xFB, 0xFC, 0xFA, 0xB1], "Shift_JIS"),
      ([0xFB, 0xFC, 0xFA, 0xB1], "Shift_JIS"),
      // 欢迎光临本店 and 上海.
      ([0xBB, 0xB6, 0xD3, 0xAD, 0xB9, 0xE2, 0xC1, 0xD9, 0xB1, 0xBE, 0xB5, 0xEA], "GB18030"),
      ([0xC9, 0xCF, 0xBA, 0xA3], "GB18030 or EUC-JP"),
      // 臺北 and 中文商店.
      ([0xBB, 0x4F, 0xA5, 0x5F], "Big5"),
      ([0xA4, 0xA4, 0xA4, 0xE5, 0xB0, 0xD3, 0xA9, 0xB1], "Big5"),
      // 안녕하세요, which are common characters of the others, too.
      ([0xBE, 0xC8, 0xB3, 0xE7, 0xC7, 0xCF, 0xBC, 0xBC, 0xBF, 0xE4], "GB18030, EUC-KR or EUC-JP"),
      // Årets and aún día: bytes of Big5 and of Shift_JIS, too.
      ([0xC5] + Array("rets".utf8), latin),
      (Array("a".utf8) + [0xFA] + Array("n d".utf8) + [0xED] + Array("a".utf8), latin),
    ] as [([UInt8], String)])
  func namedEncodings(bytes: [UInt8], name: String) {
    #expect(TextEncoding.name(ofPart: bytes) == name)
    #expect(TextEncoding.name(ofPart: Array("id,".utf8) + bytes + Array(",1".utf8)) == name)
  }

  private static let other = "another encoding than UTF-8"
  private static let latin = "an 8-bit encoding such as Windows-1252"

  @Test(
    "UTF-8 has no other name, nor has damage",
    arguments: [
      Array("寿司 café Новости 🍣".utf8), Array("é".utf8) + [0xFF],
      // あい without its last byte, and a byte that is lost.
      [0xE3, 0x81, 0x82, 0xE3, 0x81],
      Array("あい".utf8) + [0x82] + Array("うえ café".utf8),
    ] as [[UInt8]])
  func otherBytes(bytes: [UInt8]) {
    #expect(TextEncoding.name(ofPart: bytes) == nil)
  }

  /// One letter of Shift_JIS could be anything.
  @Test(arguments: [[0x8F, 0x74], [0xC3, 0x28]] as [[UInt8]])
  func bytesOfNoNamedEncoding(bytes: [UInt8]) {
    #expect(TextEncoding.name(ofPart: bytes) == Self.other)
  }

  @Test func aCutCharacterIsNoOtherEncoding() {
    #expect(TextEncoding.name(ofPart: Array("é".utf8.prefix(1)), isCut: true) == nil)
    #expect(TextEncoding.name(ofPart: Array("é".utf8.prefix(1))) == Self.other)
  }

  @Test func aLongTextIsNamedByItsBeginning() {
    let text = Array(repeating: [0x83, 0x5E, 0x83, 0x43], count: 100_000).flatMap { $0 as [UInt8] }
    #expect(TextEncoding.name(ofPart: Array("{}".utf8) + text) == "Shift_JIS")
    #expect(TextEncoding.name(ofPart: text.dropLast()) == "Shift_JIS")
  }
}
