import FeedModel
import Testing

@testable import FeedStore

/// The pauses between attempts to connect.
@Suite struct ReconnectionTests {
  private static let error = PostgreSQLError.notConnected(.init(message: "m", host: "h"))

  private static func moment(_ milliseconds: Int64) -> Uptime {
    Uptime(nanoseconds: milliseconds * 1_000_000)
  }

  /// Begins an attempt, and expects its number; `nil` for none.
  private static func expect(
    _ number: Int?, of reconnection: inout Reconnection, at milliseconds: Int64,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = try? reconnection.begin(at: moment(milliseconds))
    #expect(found == number, sourceLocation: sourceLocation)
  }

  @Test(arguments: [(0.0, 100), (0.5, 75), (0.999, 51)] as [(Double, Int64)])
  func aPartOfThePauseIsRandom(random: Double, pause: Int64) {
    var reconnection = Reconnection()
    for (number, moment) in [Int64(0), 1_000].enumerated() {
      Self.expect(number, of: &reconnection, at: moment)
      reconnection.noteFailure(of: number, Self.error, at: Self.moment(moment), random: random)
    }
    Self.expect(nil, of: &reconnection, at: 1_000 + pause - 2)
    Self.expect(2, of: &reconnection, at: 1_000 + pause)
  }

  @Test func attemptsThatBeganTogetherAreOneFailure() {
    var reconnection = Reconnection()
    for _ in 0..<5 { Self.expect(0, of: &reconnection, at: 0) }
    for _ in 0..<5 { reconnection.noteFailure(of: 0, Self.error, at: Self.moment(0), random: 0) }
    Self.expect(nil, of: &reconnection, at: 49)
    Self.expect(1, of: &reconnection, at: 50)
  }

  @Test func oneTriesAndOthersWait() throws {
    var reconnection = Reconnection()
    reconnection.noteFailure(of: 0, Self.error, at: Self.moment(0), random: 0)
    #expect(throws: Self.error) { try reconnection.begin(at: Self.moment(10)) }
    Self.expect(1, of: &reconnection, at: 50)
    let number = try reconnection.begin(at: Self.moment(60))
    #expect(number == nil)
    // The task was cancelled before it tried.
    reconnection.noteNothing(of: 1)
    Self.expect(1, of: &reconnection, at: 60)
    let hadPaused = reconnection.noteSuccess()
    #expect(hadPaused)
    // From now on there is nothing in the way, and what began before says nothing.
    reconnection.noteFailure(of: 1, Self.error, at: Self.moment(70), random: 0)
    for _ in 0..<2 { Self.expect(2, of: &reconnection, at: 70) }
  }
}
