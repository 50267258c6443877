import FeedHTTP
import FeedModel
import Testing
import TestSupport

/// The actions that follow from the events of a connection, tested without a socket.
@Suite struct ConnectionStateTests {
  typealias Action = ConnectionState.Action

  private let connection = TestedConnection()

  // MARK: - Idle connections

  @Test func aConnectionWithoutARequestIsClosed() {
    #expect(connection.actions == [.start(.idle, after: .seconds(60))])
    #expect(connection.advance(.seconds(59), firing: .idle) == [.start(.idle, after: .seconds(1))])
    #expect(connection.advance(.seconds(1), firing: .idle) == [.close])
    #expect(connection.end() == [.leave])
  }

  @Test func aRequestKeepsItOpen() {
    connection.elapse(.seconds(40))
    connection.request()
    connection.respond()
    #expect(connection.advance(.seconds(20), firing: .idle) == [.start(.idle, after: .seconds(40))])
    #expect(connection.advance(.seconds(40), firing: .idle) == [.close])
  }

  @Test func aRequestThatIsAnsweredKeepsItOpenHoweverLongItTakes() {
    connection.request()
    for _ in 0..<5 {
      #expect(
        connection.advance(.seconds(60), firing: .idle) == [.start(.idle, after: .seconds(60))])
    }
    connection.respond()
    #expect(connection.advance(.seconds(60), firing: .idle) == [.close])
  }

  /// The response has been written, and the client still receives it.
  @Test func aClientThatReceivesSomethingKeepsItOpen() {
    for unsent in [900, 500, 400] {
      #expect(
        connection.advance(.seconds(60), firing: .idle, unsent: unsent)
          == [.start(.idle, after: .seconds(60))])
    }
    #expect(connection.advance(.seconds(60), firing: .idle, unsent: 400) == [.close])
  }

  /// A rest of a response that does not fill the buffer, and of which the client takes nothing.
  @Test func aClientThatTakesNothingOfARestLosesTheConnection() {
    connection.request()
    #expect(
      connection.advance(.seconds(60), firing: .idle, unsent: 900)
        == [.start(.idle, after: .seconds(60)), .start(.response, after: .seconds(15))])
    for _ in 0..<3 {
      #expect(
        connection.advance(.seconds(15), firing: .response, unsent: 900)
          == [.start(.response, after: .seconds(15))])
    }
    #expect(connection.advance(.seconds(15), firing: .response, unsent: 900) == [.close])
  }

  /// Neither one that takes something, nor one to which more is written, nor one that has all of it.
  @Test func aClientThatTakesARestKeepsTheConnection() {
    connection.request()
    _ = connection.advance(.seconds(60), firing: .idle, unsent: 900)
    for unsent in [910, 920, 930, 940, 950, 800] {
      #expect(
        connection.advance(.seconds(15), firing: .response, unsent: unsent)
          == [.start(.response, after: .seconds(15))])
    }
    #expect(connection.advance(.seconds(15), firing: .response, unsent: 0) == [])
  }

  // MARK: - Slow requests

  @Test func aHeadThatIsLateIsAnswered() {
    #expect(connection.receive("G") == [.start(.request, after: .seconds(20))])
    // A byte now and then buys no time.
    for _ in 0..<3 {
      connection.elapse(.seconds(5))
      #expect(connection.receive("E") == [])
    }
    #expect(
      connection.advance(.seconds(5), firing: .request) == [.report(.timeout), .answerTimeout])
    #expect(connection.write(closes: true))
    #expect(
      connection.finish() == [.closeOutput, .start(.lingering, after: ConnectionState.lingering)])
    #expect(connection.advance(ConnectionState.lingering, firing: .lingering) == [.close])
  }

  @Test func aHeadHasTimeOnlyWhileTheServerWaits() {
    _ = connection.receive("G")
    connection.elapse(.seconds(15))
    connection.state.receive(1, at: connection.now)
    // The server is at work, and reads nothing.
    connection.elapse(.seconds(100))
    #expect(connection.state.requestDeadline == nil)
    _ = connection.read()
    #expect(connection.state.requestDeadline == connection.now + .seconds(5))
    #expect(connection.fire(.request) == [.start(.request, after: .seconds(5))])
  }

  /// The minimum rate is 1,000 bytes in a second.
  @Test func aBodyThatTricklesInIsCutShort() {
    _ = connection.receive("POST …", head: false)
    var seconds = 0
    while connection.advance(.seconds(1), firing: .request).first != .failBody {
      _ = connection.receive(count: 500)
      seconds += 1
      guard seconds < 100 else { break }
    }
    // Every second costs half of one; the last of the 20 is not enough for another piece.
    #expect(seconds == 38)
  }

  /// However steadily it comes, and however fast.
  @Test func aBodyIsWholeWithinTheTimeForBodies() {
    _ = connection.receive("POST …", head: false)
    var seconds = 0
    while connection.advance(.seconds(10), firing: .request).first != .failBody {
      _ = connection.receive(count: 20_000)
      seconds += 10
      guard seconds < 10_000 else { break }
    }
    #expect(Duration.seconds(seconds + 10) == TestedConnection.limits.bodyTimeout)
    // The next request has all of it again.
    let next = TestedConnection()
    for _ in 0..<2 {
      _ = next.receive("POST …", head: false)
      for _ in 0..<100 {
        #expect(next.advance(.seconds(10), firing: .request).first != .failBody)
        _ = next.receive(count: 20_000)
      }
      _ = next.state.receiveEnd()
      next.respond()
      _ = next.read()
    }
  }

  /// A fast beginning gives a client no time in which it may send nothing.
  @Test func aBodyThatStallsEndsHoweverMuchOfItThereIs() {
    _ = connection.receive("POST …", head: false)
    _ = connection.receive(count: 1_000_000)
    // By the average since the beginning, it would have 1,000 s.
    #expect(connection.advance(.seconds(20), firing: .request) == [.failBody])
  }

  @Test func aBodyThatIsLateEndsTheConnectionAfterItsResponse() {
    _ = connection.receive("POST …", head: false)
    #expect(connection.advance(.seconds(20), firing: .request) == [.failBody])
    #expect(connection.state.unanswered == 1)
    #expect(connection.write(closes: false))
    #expect(connection.finish().first == .closeOutput)
  }

  /// The response was sent before the body.
  @Test func aBodyThatNobodyWantsEndsTheConnection() {
    _ = connection.receive("POST …", head: false)
    #expect(!connection.write(closes: false))
    #expect(
      connection.advance(.seconds(20), firing: .request)
        == [.failBody, .closeOutput, .start(.lingering, after: ConnectionState.lingering)])
  }

  /// Part of the next request came with one that is still answered.
  @Test func aLateHeadWaitsForTheResponsesBefore() {
    connection.request()
    _ = connection.receive("G")
    #expect(connection.advance(.seconds(20), firing: .request) == [.report(.timeout)])
    #expect(connection.write(closes: false))
  }

  @Test func aRequestThatIsLateIsLateOnce() {
    _ = connection.receive("POST …", head: false)
    _ = connection.advance(.seconds(20), firing: .request)
    #expect(connection.read() == [])
    #expect(connection.state.requestDeadline == nil)
  }

  // MARK: - Ends

  @Test func nothingIsReadAfterTheLastResponse() {
    connection.request()
    #expect(connection.write(closes: true))
    _ = connection.finish()
    #expect(!connection.state.isReading)
    connection.request()
    #expect(connection.state.unanswered == 0)
    #expect(connection.finish() == [])
    #expect(connection.endInput() == [.leave, .close])
  }

  /// A client that is told of the end gets no more responses.
  @Test func aConnectionEndsWithAResponseThatSaysSo() {
    connection.request()
    connection.request()
    #expect(connection.write(closes: true))
    #expect(connection.state.unanswered == 0)
  }

  @Test func aClientThatStopsSendingHasLeftAndGetsItsResponse() {
    connection.request()
    #expect(connection.endInput() == [.leave])
    #expect(!connection.write(closes: false))
  }

  @Test func malformedBytesAreReportedOnce() {
    #expect(connection.receive(malformed: .notHTTP) == [.report(.notHTTP)])
    #expect(connection.receive(malformed: .incomplete) == [])
  }

  /// Whoever reads the body answers the request, with which the connection ends.
  @Test func aConnectionEndsWithTheResponseToAMalformedBody() {
    _ = connection.receive("POST …", head: false)
    #expect(connection.state.isReceivingBody)
    #expect(connection.state.failBody() == [])
    #expect(connection.write(closes: false))
  }

  @Test func aConnectionEndsWithAMalformedBodyThatIsAnsweredAlready() {
    _ = connection.receive("POST …", head: false)
    connection.respond()
    #expect(connection.state.failBody() == [.finishWhenSent])
  }

  // MARK: - Stalled responses

  @Test func aClientThatTakesNothingLosesTheConnection() {
    connection.request()
    let check = [Action.start(.response, after: .seconds(15))]
    #expect(connection.fillBuffer(900) == check)
    for _ in 1...3 {
      #expect(connection.advance(.seconds(15), firing: .response, unsent: 900) == check)
    }
    #expect(connection.advance(.seconds(15), firing: .response, unsent: 900) == [.close])
  }

  @Test func aClientThatTakesItSlowlyGetsAllOfIt() {
    connection.request()
    _ = connection.fillBuffer(900)
    for unsent in stride(from: 890, to: 0, by: -10) {
      for _ in 1...3 {
        let actions = connection.advance(.seconds(15), firing: .response, unsent: unsent)
        #expect(actions == [.start(.response, after: .seconds(15))])
      }
    }
    #expect(connection.fillBuffer(nil) == [.cancel(.response)])
  }

  /// It has a limit of its own on what may wait, until the server stops.
  @Test func aStreamOfEventsIsCheckedOnlyWhenTheServerStops() {
    connection.request()
    connection.state.writeHead(closes: false, isEndless: true)
    #expect(connection.fillBuffer(900) == [])
    #expect(
      connection.stop(unsent: 900)
        == [.start(.stop, after: .seconds(29)), .start(.response, after: .seconds(15))])
  }

  @Test func anIdleConnectionIsClosedWhenTheServerStops() {
    #expect(
      connection.stop(unsent: nil) == [.start(.stop, after: .seconds(29)), .finishWhenSent])
    #expect(connection.finish() == [.close])
  }

  /// The last of several responses, however they were asked for.
  @Test func aConnectionEndsWithItsLastResponseWhenTheServerStops() {
    connection.request()
    connection.request()
    #expect(connection.stop(unsent: nil) == [.start(.stop, after: .seconds(29))])
    #expect(!connection.write(closes: false))
    #expect(connection.write(closes: false))
    #expect(connection.finish() == [.close])
  }

  @Test func aLingeringConnectionIsClosedWhenTheServerStops() {
    connection.request()
    _ = connection.write(closes: true)
    _ = connection.finish()
    #expect(connection.stop(unsent: nil) == [.start(.stop, after: .seconds(29)), .close])
  }

  @Test func aConnectionIsClosedAfterTheGraceOfAStop() {
    connection.request()
    #expect(
      connection.stop(unsent: nil)
        == [.start(.stop, after: .seconds(29))])
    #expect(connection.advance(.seconds(29), firing: .stop) == [.close])
  }

  @Test func theEndCancelsWhatRuns() {
    _ = connection.receive("G")
    #expect(connection.end() == [.cancel(.request), .cancel(.idle), .leave])
    #expect(connection.end() == [])
    #expect(connection.fire(.idle) == [])
  }
}
