import Crypto
package import FeedModel
package import FeedStore
import Foundation

/// Tells an edge which of its responses have changed since a revision. It is sent as header fields:
///
/// | Field | Value |
/// |---|---|
/// | `xkey-purge` | the surrogate keys, separated by spaces: at most ``maximumByteCount`` bytes |
/// | `X-Tanada-Revision`, `X-Tanada-Revision-ID` | the revision that the server has in service |
/// | `X-Tanada-After` | the number of the revision since which everything that has changed is listed |
/// | `X-Tanada-Scope` | one of ``Scope`` |
/// | `X-Tanada-Time` | when it was sent, in seconds since 1970 |
/// | `X-Tanada-Signature` | `sha256=` and the HMAC-SHA256 of ``signedText(at:)``, if there is a secret |
/// | `Authorization` | `Bearer` and the token, if there is one |
package struct PurgeNotice: Hashable, Sendable {
  /// How much of the cache it is about.
  package enum Scope: String, Sendable {
    /// The keys, and those of the notices that follow.
    case part
    /// The keys, and those of the parts before.
    case keys
    /// Everything: the changes are too many to list.
    case everything
    /// Everything, since the edge knows revisions that this store does not have: a backup was restored.
    case reset
  }

  /// The most bytes of the keys of a notice.
  package static let maximumByteCount = 1_900
  /// The most notices for the changes since a revision; more keys are everything.
  package static let maximumCount = 16

  /// The revision in service.
  package let revision: Revision
  /// The number of the revision since which everything that has changed is listed.
  package let after: Int
  package let scope: Scope
  /// Surrogate keys, separated by spaces.
  package let keys: String

  /// The notices that the responses with `keys` have changed since the revision numbered `after`.
  ///
  /// - Parameter keys: `nil` for everything.
  package static func listing(
    _ keys: [String]?, after: Int, through revision: Revision
  ) -> [PurgeNotice] {
    func notice(_ scope: Scope, _ keys: String = "") -> PurgeNotice {
      PurgeNotice(revision: revision, after: after, scope: scope, keys: keys)
    }
    guard let lines = keys.flatMap(lines) else { return [notice(.everything)] }
    return lines.dropLast().map { notice(.part, $0) } + [notice(.keys, lines.last ?? "")]
  }

  /// Replaces all that an edge knows.
  package static func reset(to revision: Revision) -> PurgeNotice {
    PurgeNotice(revision: revision, after: 0, scope: .reset, keys: "")
  }

  /// The keys in lines of at most ``maximumByteCount`` bytes; `nil` if there would be too many.
  private static func lines(of keys: [String]) -> [String]? {
    var lines: [String] = []
    for key in keys {
      if let last = lines.last, last.utf8.count + 1 + key.utf8.count <= maximumByteCount {
        lines[lines.count - 1] = "\(last) \(key)"
      } else {
        guard lines.count < maximumCount, key.utf8.count <= maximumByteCount else { return nil }
        lines.append(key)
      }
    }
    return lines
  }
}

extension PurgeNotice {
  /// How a server shows that a notice is its own: the key of the signatures, and a token that is sent as it is, for edges
  /// that cannot check signatures. Empty for none.
  package typealias Credentials = (secret: String, token: String)

  /// The lines that are signed: the method, the scope, the number of the revision before, the revision, its id, the
  /// time and the keys.
  package func signedText(at moment: Timestamp) -> String {
    [
      "POST", scope.rawValue, "\(after)", "\(revision.number)", revision.id.text,
      "\(moment.millisecondsSince1970 / 1_000)", keys,
    ].joined(separator: "\n")
  }

  /// The header fields, signed at `moment`.
  package func fields(
    at moment: Timestamp, by credentials: Credentials
  ) -> [(name: String, value: String)] {
    var fields = [
      (name: "X-Tanada-Revision", value: "\(revision.number)"),
      (name: "X-Tanada-Revision-ID", value: revision.id.text),
      (name: "X-Tanada-After", value: "\(after)"), (name: "X-Tanada-Scope", value: scope.rawValue),
      (name: "X-Tanada-Time", value: "\(moment.millisecondsSince1970 / 1_000)"),
    ]
    if !keys.isEmpty { fields.append((name: "xkey-purge", value: keys)) }
    if !credentials.secret.isEmpty {
      let code = HMAC<SHA256>.authenticationCode(
        for: Data(signedText(at: moment).utf8),
        using: SymmetricKey(data: Data(credentials.secret.utf8)))
      let digits = code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      fields.append((name: "X-Tanada-Signature", value: "sha256=\(digits)"))
    }
    if !credentials.token.isEmpty {
      fields.append((name: "Authorization", value: "Bearer \(credentials.token)"))
    }
    return fields
  }
}
