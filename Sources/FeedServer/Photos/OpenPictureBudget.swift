import Bounds
import FeedHTTP
import FeedModel
import HTTPTypes

/// The cost of the pictures that an address may have made without a signature or a token.
///
/// The cost of a picture is the pixels that are worked on: those of its photo, which are decoded for it, or of a card that is
/// larger.
final class OpenPictureBudget: Sendable {
  /// The megapixels for which an address has pictures made in ``window``: 50 pictures of 12 megapixels.
  static let megapixels = 600
  private static let window = Duration.seconds(60)
  private let clock: any TimeSource
  private let pixels = RefilledBudget<RateLimits.Subject>(megapixels * 1_000_000, in: window)

  init(clock: any TimeSource) {
    self.clock = clock
  }

  /// Takes the cost of a picture, `pixels`, from the budget of `client`.
  ///
  /// - Throws: ``Problem`` if too little is left.
  func spend(_ pixels: Int, by client: RateLimits.Subject) throws(Problem) {
    // One photo that is larger than the budget takes all of it.
    let decision = self.pixels.take(pixels, by: client, at: clock.uptime)
    guard decision.isAllowed else {
      throw .tooManyOpenPictures(retryAfter: decision.untilNext.wholeSeconds)
    }
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
