/// The limits on work whose size clients choose.
package struct WorkLimits: Sendable {
  /// How many pieces of work run at once.
  package var running = 2
  /// How many more wait for their turn; others are refused.
  package var waiting = 256
  /// The time after which work is given up, from when it begins to wait.
  package var timeout = Duration.seconds(10)

  package init() {}

  /// How much work of one client waits: half of the places are for others.
  var waitingOfOneClient: Int { max(1, waiting / 2) }
}
