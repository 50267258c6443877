package import FeedModel
import FeedStore
import Foundation
import StrictJSON

/// Where each request is noted, as one line of JSON.
package struct AccessLog: Sendable {
  /// One request and its response.
  struct Entry {
    let requestID: String
    let method: String
    /// The path with its query, as the client sent it.
    let target: String
    let status: Int
    /// The bytes of the response's body, as far as it was sent.
    let bytes: Int
    /// Whether the body was not sent to its end.
    let isAborted: Bool
    /// From the request's head to the response's end.
    let milliseconds: Double
    let remoteAddress: String?
    /// What the token is called; never the token.
    let tokenName: String?
  }

  private let now: @Sendable () -> Timestamp
  private let write: @Sendable (_ line: [UInt8]) -> Void

  /// A log whose lines `write` takes, each with the line feed at its end.
  package init(
    now: @escaping @Sendable () -> Timestamp,
    write: @escaping @Sendable (_ line: [UInt8]) -> Void
  ) {
    self.now = now
    self.write = write
  }

  func note(_ entry: Entry) {
    let line = JSONWriter.encode { writer in
      writer.object { object in
        object.member("time", now().rfc3339)
        object.member("request_id", entry.requestID)
        object.member("method", entry.method)
        object.member("path", LoggedTarget.text(of: entry.target))
        object.member("status", entry.status)
        object.member("bytes", entry.bytes)
        if entry.isAborted { object.member("aborted", true) }
        object.member("duration_ms", (entry.milliseconds * 1_000).rounded() / 1_000)
        if let address = entry.remoteAddress { object.member("remote_address", address) }
        if let name = entry.tokenName { object.member("token", name) }
      }
    }
    write(line + [UInt8(ascii: "\n")])
  }
}

/// What may be written down of what was asked for.
enum LoggedTarget {
  /// Query parameters that say what was asked for, and never by whom.
  static let parameters: Set<Substring> = [
    "at", "columns", "cursor", "effect", "fields", "limit", "sort", "width",
  ]
  private static let maximumLength = 1_024

  /// `target` with the query parameters that are known to be harmless; `…` stands for the others, and
  /// for whatever has a token in it.
  static func text(of target: String) -> String {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts.first?.split(separator: "/", omittingEmptySubsequences: false)
      .map { hasToken($0) ? "…" : String($0) }.joined(separator: "/")
    guard parts.count == 2 else { return shortened(path ?? "") }
    let query = parts[1].split(separator: "&").map { parameter in
      let name = parameter.prefix { $0 != "=" }
      return parameters.contains(name) && !hasToken(parameter) ? String(parameter) : "…"
    }
    return shortened((path ?? "") + "?" + query.joined(separator: "&"))
  }

  private static func hasToken(_ text: Substring) -> Bool {
    (text.removingPercentEncoding ?? String(text)).contains(TokenSecret.prefix)
  }

  private static func shortened(_ text: String) -> String {
    text.utf8.count <= maximumLength ? text : text.prefix(maximumLength) + "…"
  }
}
