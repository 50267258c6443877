import FeedModel
package import NIOCore

/// Timers that fire on an event loop.
package struct EventLoopTimers: TimerHost {
  private let eventLoop: any EventLoop

  package init(_ eventLoop: any EventLoop) {
    self.eventLoop = eventLoop
  }

  func schedule(after delay: Duration, _ fire: @escaping @Sendable () -> Void) -> ScheduledTimer {
    let scheduled = eventLoop.scheduleTask(in: TimeAmount(delay), fire)
    return ScheduledTimer { scheduled.cancel() }
  }

  func run(_ fire: @escaping @Sendable () -> Void) {
    eventLoop.execute(fire)
  }
}
