import FeedHTTP
import FeedModel
import Testing
import TestSupport

/// The properties of a connection that hold for any events in any order.
@Suite struct ConnectionStatePropertyTests {
  /// A connection whose timers fire at their times, and whose owner does what it is told.
  private struct Run {
    let connection = TestedConnection()
    var deadlines: [ConnectionState.Timer: Uptime] = [:]
    var closeCount = 0
    var closeOutputCount = 0
    var reportCount = 0
    var leaveCount = 0
    var hasEnded = false
    /// Whether the last response is on its way.
    var isFinishing = false

    init() { perform(connection.actions) }

    mutating func perform(_ actions: [ConnectionState.Action]) {
      #expect(!hasEnded || actions.isEmpty, "nothing is done after the end: \(actions)")
      for action in actions {
        switch action {
        case .start(let timer, let delay):
          #expect(delay >= .zero)
          #expect(deadlines[timer] == nil, "\(timer) runs already")
          deadlines[timer] = connection.now + delay
        case .cancel(let timer):
          #expect(deadlines.removeValue(forKey: timer) != nil, "\(timer) does not run")
        case .leave: leaveCount += 1
        case .report: reportCount += 1
        case .failBody: break
        case .answerTimeout:
          if connection.write(closes: true) { isFinishing = true }
        case .finishWhenSent: isFinishing = true
        case .closeOutput: closeOutputCount += 1
        case .close: closeCount += 1
        }
      }
      #expect(connection.state.unanswered >= 0)
      #expect(closeCount <= 1 && closeOutputCount <= 1 && reportCount <= 1)
    }

    /// Fires what is due within `duration`, in order.
    mutating func elapse(_ duration: Duration, unsent: Int) {
      let end = connection.now + duration
      while let next = deadlines.min(by: {
        ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue)
      }),
        next.value <= end
      {
        deadlines[next.key] = nil
        connection.now = max(connection.now, next.value)
        perform(connection.fire(next.key, unsent: unsent))
      }
      connection.now = end
    }

    mutating func step(using generator: inout SeededGenerator) {
      let unsent = Int.random(in: 0...3, using: &generator) * 100
      switch Int.random(in: 0..<14, using: &generator) {
      case 0: perform(connection.receive("GET"))
      case 1: perform(connection.request())
      case 2: perform(connection.receive("POST", head: false))
      case 3: perform(connection.receive(count: Int.random(in: 1...5_000, using: &generator)))
      case 4: perform(connection.state.receiveEnd())
      case 5, 6:
        if connection.write(closes: Int.random(in: 0..<6, using: &generator) == 0) {
          isFinishing = true
        }
      case 7: if isFinishing { perform(connection.finish()) }
      case 8: perform(connection.fillBuffer(Bool.random(using: &generator) ? unsent : nil))
      case 9:
        perform(
          connection.state.isReceivingBody
            ? connection.state.failBody() : connection.state.receive(.notHTTP))
      case 10: if Int.random(in: 0..<6, using: &generator) == 0 { perform(connection.endInput()) }
      case 11:
        guard Int.random(in: 0..<9, using: &generator) == 0, deadlines[.stop] == nil else { break }
        perform(connection.state.stop(unsent: nil, at: connection.now))
      default:
        elapse(.milliseconds(Int.random(in: 0...30_000, using: &generator)), unsent: unsent)
      }
      // While the server waits for a request, a timer runs that ends the wait.
      perform(connection.read())
      if closeCount == 0, let deadline = connection.state.requestDeadline {
        #expect(deadlines[.request] != nil && deadline >= connection.now)
      }
    }
  }

  @Test(arguments: SeededGenerator.seeds)
  func everyConnectionClosesOnceAndWaitsForNothingThatIsPast(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      var run = Run()
      for _ in 0..<60 where run.closeCount == 0 { run.step(using: &generator) }
      // A client that does nothing more, and takes nothing, is not kept.
      for _ in 0..<1_000 where run.closeCount == 0 {
        while run.connection.state.unanswered > 0 {
          if run.connection.write(closes: false) { run.isFinishing = true }
        }
        if run.isFinishing { run.perform(run.connection.finish()) }
        run.elapse(.seconds(5), unsent: 100)
      }
      #expect(run.closeCount == 1)
      run.perform(run.connection.end())
      run.hasEnded = true
      #expect(run.deadlines.isEmpty)
      for _ in 0..<20 {
        run.perform(run.connection.receive("GET"))
        run.perform(run.connection.fillBuffer(100))
        run.perform(run.connection.endInput())
        run.perform(run.connection.finish())
        run.elapse(.seconds(60), unsent: 0)
      }
      #expect(run.closeCount == 1)
    }
  }
}
