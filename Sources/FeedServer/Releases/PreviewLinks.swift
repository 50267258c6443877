import FeedHTTP
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes

/// Signs links that show a release in one feed to people without a token.
struct PreviewLinks: Sendable {
  /// The signed content of a link, in addition to the release.
  private struct Claim: Codable {
    /// The expiry, in milliseconds since 1970.
    let until: Int
  }

  private let signer: CursorSigner

  /// Creates a signer with the key `secret`.
  init(secret: [UInt8]) {
    signer = CursorSigner(secret: secret)
  }

  /// The signature that opens a release in `feed` until `moment`.
  func sign(_ release: Release, in feed: String, until moment: Timestamp) throws -> String {
    try signer.cursor(
      Claim(until: moment.millisecondsSince1970), for: Self.purpose(release, feed))
  }

  /// Refuses a signature that does not open `release` in `feed` at `now`. A release that is gone opens with none.
  ///
  /// - Throws: ``Problem``.
  func check(
    _ signature: String, opens release: Release?, in feed: String, at now: Timestamp
  ) throws {
    guard let release,
      let claim = signer.open(signature, as: Claim.self, for: Self.purpose(release, feed))
    else { throw Problem.invalidPreviewLink }
    guard now.millisecondsSince1970 < claim.until else { throw Problem.expiredPreviewLink }
  }

  /// The purpose that a signature is bound to. It has the time at which the release was created, since another
  /// copy of the database may have another release with its id.
  private static func purpose(_ release: Release, _ feed: String) -> String {
    "releases/\(release.id)/\(release.createdAt.rfc3339)/preview/\(feed)"
  }
}

extension Problem {
  fileprivate static let invalidPreviewLink = Problem(
    status: .forbidden, code: "invalid_preview_link", title: "Invalid preview link",
    detail: "the link was not made by this server for this release and feed; ask for another one")

  fileprivate static let expiredPreviewLink = Problem(
    status: .forbidden, code: "preview_link_expired", title: "Preview link expired",
    detail: "the link has expired; ask for another one")
}
