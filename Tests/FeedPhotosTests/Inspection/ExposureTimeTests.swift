import FeedModel
import Testing

@Suite struct ExposureTimeTests {
  private func time(_ numerator: UInt32, _ denominator: UInt32) throws -> ExposureTime {
    try #require(ExposureTime(numerator: numerator, denominator: denominator))
  }

  @Test(arguments: [0, 1, UInt32.max])
  func aTimeWithoutADenominatorIsNone(numerator: UInt32) {
    #expect(ExposureTime(numerator: numerator, denominator: 0) == nil)
  }

  /// The times as exiftool 12.57 prints them.
  @Test(arguments: [
    (29997, 1_000_000, "1/33"), (13043, 1_000_000, "1/77"), (560_852, 100_000_000, "1/178"),
    (10218, 1_000_000, "1/98"), (51, 100_000, "1/1961"), (676_132, 100_000_000, "1/148"),
    (1_543_209, 100_000_000, "1/65"), (1024, 13776, "1/13"), (10, 2187, "1/219"),
    (10000, 1_140_250, "1/114"), (333, 10000, "1/30"), (4004, 1_000_000, "1/250"),
    (6, 10, "0.6"), (8, 10, "0.8"), (16, 10, "1.6"), (25, 10, "2.5"), (1, 1_048_576, "1/1048576"),
    (1, 1, "1"), (30, 1, "30"), (1, 3, "0.3"), (1, 4, "1/4"), (26, 100, "0.3"),
    (25_000, 100_000, "1/4"), (25_001, 100_000, "0.3"), (0, 1, "0"), (0, 4_294_967_295, "0"),
    (4_294_967_295, 1, "4294967295"), (4_294_967_295, 4_294_967_295, "1"),
    // Halves are rounded as the nearest double.
    (35, 100, "0.3"), (125, 100, "1.2"), (75, 100, "0.8"), (135, 100, "1.4"),
    // Of a time in ten digits, the reciprocal is above or below a half.
    (12, 7830, "1/652"), (2, 19, "1/9"), (2, 1257, "1/628"), (24, 3996, "1/167"),
    (2, 2611, "1/1306"),
  ])
  func aTimeIsDisplayedAsByExiftool(numerator: UInt32, denominator: UInt32, text: String) throws {
    #expect(try time(numerator, denominator).display == text)
  }

  /// FNV-1a of what exiftool 12.57 prints for each denominator from 1 to 4000, a line each.
  @Test(arguments: [
    (1, 0xDF5C_85BC), (2, 0xD3F8_E884), (3, 0x0B84_5D96), (4, 0x3C34_5555), (5, 0x9DDD_4CEF),
    (6, 0x657B_B742), (7, 0xCB9B_E1CE), (8, 0x6740_466E), (9, 0x409E_34B2), (10, 0x079F_649A),
    (11, 0xB734_2E95), (12, 0x70FD_A235), (20, 0x3A8A_2ABF), (24, 0x9CF4_71DF),
  ])
  func allTimesOfANumeratorAreDisplayedAsByExiftool(numerator: UInt32, digest: UInt32) throws {
    var found: UInt32 = 0x811C_9DC5
    for denominator in UInt32(1)...4_000 {
      for byte in Array((try time(numerator, denominator).display + "\n").utf8) {
        found = (found ^ UInt32(byte)) &* 0x0100_0193
      }
    }
    #expect(found == digest)
  }

  @Test func everyUnitFractionIsDisplayedAsItIs() throws {
    for denominator in UInt32(4)...64_000 {
      let display = try time(1, denominator).display
      if display != "1/\(denominator)" { Issue.record("1/\(denominator): \(display)") }
    }
  }

  @Test(arguments: [
    (10, 2500, "1/250"), (1, 250, "1/250"), (30, 1, "30/1"), (60, 2, "30/1"), (0, 7, "0/1"),
    (26, 100, "13/50"), (4_294_967_295, 1, "4294967295/1"), (1024, 13776, "64/861"),
    (4_294_967_295, 4_294_967_295, "1/1"),
  ])
  func theFractionIsReduced(numerator: UInt32, denominator: UInt32, text: String) throws {
    #expect(try time(numerator, denominator).fraction == text)
  }

  @Test(arguments: [
    (1, 250, true), (30, 1, true), (1, 200_000, true), (1, 200_001, false), (86_400, 1, true),
    (86_401, 1, false), (172_801, 2, false), (0, 1, false), (4_294_967_295, 1, false),
    (1, 4_294_967_295, false), (4_294_967_295, 4_294_967_295, true),
  ])
  func aPlausibleTimeIsBetweenAnInstantAndADay(
    numerator: UInt32, denominator: UInt32, isPlausible: Bool
  ) throws {
    #expect(try time(numerator, denominator).isPlausible == isPlausible)
  }
}
