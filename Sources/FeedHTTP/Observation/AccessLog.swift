package import FeedModel
import FeedStore
import Foundation
import StrictJSON

/// A log with one line of JSON for each request.
package struct AccessLog: Sendable {
  /// A request and its response.
  package struct Entry {
    let requestID: String
    let trace: TraceContext?
    let method: String
    /// The path with its query, as the client sent it.
    let target: String
    let status: Int
    /// How many bytes of the response's body were sent.
    let bytes: Int
    /// Whether the body was not sent completely.
    let isAborted: Bool
    /// The time from the request's head to the end of the response.
    let milliseconds: Double
    let remoteAddress: String?
    /// The name of the token; never the token itself.
    let tokenName: String?
  }

  private let clock: any TimeSource
  private let write: @Sendable (_ line: [UInt8]) -> Void

  /// Creates a log that passes each line, with its line feed, to `write`.
  package init(
    clock: any TimeSource, write: @escaping @Sendable (_ line: [UInt8]) -> Void
  ) {
    self.clock = clock
    self.write = write
  }

  /// Writes a line.
  func note(_ entry: Entry) {
    let line = JSONWriter.encode { writer in
      writer.object { object in
        object.member("time", clock.now.rfc3339)
        object.member("request_id", entry.requestID)
        if let trace = entry.trace {
          object.member("trace_id", trace.traceID)
          object.member("parent_id", trace.parentID)
        }
        object.member("method", entry.method)
        object.member("path", LoggedTarget.text(of: entry.target).printable)
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

/// Request targets without anything that could identify a client or be secret.
enum LoggedTarget {
  /// The query parameters that are logged with their values.
  static let parameters: Set<Substring> = [
    "at", "columns", "cursor", "effect", "fields", "limit", "sort", "width",
  ]
  private static let maximumLength = 1_024

  /// `target` with `…` in place of unknown query parameters and of everything that contains a token.
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
