import FeedPublisher
import StrictJSON

extension NumberText {
  /// A number for people: at most two decimals.
  static func brief(_ number: Double) -> String {
    // Larger numbers have no decimals to lose.
    guard abs(number) < 1e12 else { return shortest(number) }
    return shortest((number * 100).rounded() / 100)
  }
}
