import FeedModel
import Testing

@Suite struct ExposureTimeTests {
  @Test func aTimeWithoutADenominatorIsNone() {
    #expect(ExposureTime(numerator: 1, denominator: 0) == nil)
  }
}
