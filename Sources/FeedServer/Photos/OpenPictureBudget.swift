import FeedHTTP
import FeedModel
import HTTPTypes
import Synchronization

/// The cost of the pictures that an address may have made without a signature or a token.
///
/// The cost of a picture is the pixels that are worked on: those of its photo, which are decoded for it, or of a card that is
/// larger. The budget is refilled evenly within a minute (the generic cell rate algorithm).
final class OpenPictureBudget: Sendable {
  /// The megapixels for which an address has pictures made in ``window``: 50 pictures of 12 megapixels.
  static let megapixels = 600
  static let window = Duration.seconds(60)
  /// The time in which the budget grows by a pixel.
  private static let timeOfAPixel = window / (megapixels * 1_000_000)
  /// The most addresses that are distinguished; all others share a budget.
  fileprivate static let capacity = 1 << 16

  private let clock: any TimeSource
  /// The budgets of the addresses.
  fileprivate struct Budgets {
    /// When each of them is full again; `nil` for that of all who are not distinguished.
    var untilFull: [RateLimits.Subject?: Uptime] = [:]
    /// When those that are full again were last removed.
    var cleaned: Uptime?
  }

  private let budgets = Mutex(Budgets())

  init(clock: any TimeSource) {
    self.clock = clock
  }

  /// Takes the cost of a picture, `pixels`, from the budget of `client`.
  ///
  /// - Throws: ``Problem`` if too little is left.
  func spend(_ pixels: Int, by client: RateLimits.Subject) throws(Problem) {
    let now = clock.uptime
    // One photo that is larger than the budget takes all of it.
    let cost = min(Self.window, Self.timeOfAPixel * pixels)
    let rest = budgets.withLock { budgets -> Duration? in
      let payer = budgets.payer(for: client, at: now)
      let untilFull = max(budgets.untilFull[payer] ?? now, now) - now
      guard untilFull + cost <= Self.window else { return untilFull + cost - Self.window }
      budgets.untilFull[payer] = now + untilFull + cost
      return nil
    }
    if let rest { throw .tooManyOpenPictures(retryAfter: rest.wholeSeconds) }
  }
}

extension OpenPictureBudget.Budgets {
  /// Whose budget `client` uses: its own if there is room for it.
  fileprivate mutating func payer(
    for client: RateLimits.Subject, at now: Uptime
  ) -> RateLimits.Subject? {
    if untilFull[client] != nil || untilFull.count < OpenPictureBudget.capacity { return client }
    // Looking through all of them takes milliseconds.
    if cleaned.map({ now - $0 >= .seconds(1) }) ?? true {
      untilFull = untilFull.filter { $0.value > now }
      cleaned = now
    }
    return untilFull.count < OpenPictureBudget.capacity ? client : nil
  }
}

extension Problem {
  fileprivate static func tooManyOpenPictures(retryAfter seconds: Int) -> Problem {
    Problem(
      status: .tooManyRequests, code: "too_many_pictures", title: "Too many pictures",
      detail: "sizes without a signature cost the pixels of their photo, up to "
        + "\(OpenPictureBudget.megapixels) megapixels a minute; try again in \(seconds) s, or use a "
        + "published address",
      headers: [.retryAfter: "\(seconds)"])
  }
}
