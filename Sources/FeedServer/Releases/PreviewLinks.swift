import FeedHTTP
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes

/// Links that show a release in one feed to people without a token. Beside the release, their signatures have `until`, the
/// expiry in milliseconds since 1970.
extension CursorSigner {
  /// The lifetime of a link without `expires_at`, in milliseconds: a week.
  static let linkLifetime = 7 * 86_400_000
  /// The longest lifetime, in milliseconds: 90 days.
  static let maximumLinkLifetime = 90 * 86_400_000

  /// The signature that opens a release in `feed` until `moment`.
  func sign(_ release: Release, in feed: String, until moment: Timestamp) throws -> String {
    try cursor(["until": moment.millisecondsSince1970], for: Self.purpose(release, feed))
  }

  /// Refuses a signature that does not open `release` in `feed` at `now`. A release that is gone opens with none.
  func check(
    _ signature: String, opens release: Release?, in feed: String, at now: Timestamp
  ) throws {
    guard let release,
      let claim = open(signature, as: [String: Int].self, for: Self.purpose(release, feed)),
      let expiry = claim["until"]
    else {
      throw Problem(
        status: .forbidden, code: "invalid_preview_link",
        detail:
          "the link was not made by this server for this release and feed; ask for another one")
    }
    guard now.millisecondsSince1970 < expiry else {
      throw Problem(
        status: .forbidden, code: "preview_link_expired",
        detail: "the link has expired; ask for another one")
    }
  }

  /// The purpose that a signature is bound to. It has the time at which the release was created, since another
  /// copy of the database may have another release with its id.
  private static func purpose(_ release: Release, _ feed: String) -> String {
    "releases/\(release.id)/\(release.createdAt.rfc3339)/preview/\(feed)"
  }
}
