import FeedModel
import Foundation

/// The one place that looks at a clock. Everything else is told the time.
enum Clock {
  @Sendable static func now() -> Timestamp { Timestamp(Date()) }
}
