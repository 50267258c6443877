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
      ([0xCD, 0xEE, 0xE2, 0xEE, 0xF1, 0xF2, 0xE8], "another encoding"),
    ] as [([UInt8], String)])
  func namedEncodings(bytes: [UInt8], name: String) {
    #expect(TextEncoding.name(ofPart: bytes) == name)
    #expect(TextEncoding.name(ofPart: Array("id,".utf8) + bytes + Array(",1".utf8)) == name)
  }

  private static let latin = "an 8-bit encoding such as Windows-1252"

  @Test(
    "UTF-8 has no other name, nor has damage",
    arguments: [
      Array("寿司 café Новости 🍣".utf8), [0xFF], [0xC3, 0x28], Array("é".utf8) + [0xFF],
      // あい without its last byte, and a byte that is lost.
      [0xE3, 0x81, 0x82, 0xE3, 0x81],
      Array("あい".utf8) + [0x82] + Array("うえ café".utf8),
      // One letter of Shift_JIS could be anything.
      [0x8F, 0x74],
    ] as [[UInt8]])
  func otherBytes(bytes: [UInt8]) {
    #expect(TextEncoding.name(ofPart: bytes) == nil)
  }

  @Test func aLongTextIsNamedByItsBeginning() {
    let text = Array(repeating: [0x83, 0x5E, 0x83, 0x43], count: 100_000).flatMap { $0 as [UInt8] }
    #expect(TextEncoding.name(ofPart: Array("{}".utf8) + text) == "Shift_JIS")
    #expect(TextEncoding.name(ofPart: text.dropLast()) == "Shift_JIS")
  }
}
