import ArgumentParser
import FeedModel

extension Timestamp {
  /// The moment that an argument says.
  static func argument(_ text: String) throws -> Timestamp {
    guard let moment = Timestamp(text) else {
      throw ValidationError("expected a moment such as 2026-12-24T09:00:00Z")
    }
    return moment
  }
}
