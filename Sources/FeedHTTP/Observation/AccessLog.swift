import FeedStore
package import FeedModel
import Foundation
import HTTPTypes
import StrictJSON

/// The response to a request, as metrics and the access log see it.
struct ObservedAnswer {
  let head: ReceivedHead
  /// The target with its path in the one spelling that routes have.
  let target: String
  let requestID: String
  let client: IPAddress?
  /// The name of the client's token; `nil` without one.
  var tokenName: String?
  let status: HTTPResponse.Status
  /// When the request was received.
  let start: Uptime
}

/// A log with one line of JSON for each request.
package struct AccessLog: Sendable {
  private let clock: any TimeSource
  private let write: @Sendable (_ line: [UInt8]) -> Void

  /// Creates a log that passes each line, with its line feed, to `write`.
  package init(clock: any TimeSource, write: @escaping @Sendable (_ line: [UInt8]) -> Void) {
    self.clock = clock
    self.write = write
  }

  /// Writes a line.
  ///
  /// - Parameters:
  ///   - sent: How many bytes of the response's body were sent.
  ///   - isAborted: Whether the body was not sent completely.
  ///   - duration: The time from the request's head to the end of the response.
  func note(_ answer: ObservedAnswer, sent: Int, isAborted: Bool, duration: Duration) {
    let line = JSONWriter.encode { writer in
      writer.object { object in
        object.member("time", clock.now.rfc3339)
        object.member("request_id", answer.requestID)
        if let trace = answer.head.trace {
          object.member("trace_id", trace.traceID)
          object.member("parent_id", trace.parentID)
        }
        object.member("method", answer.head.method)
        object.member("path", Self.path(answer.target).printable)
        object.member("status", answer.status.code)
        object.member("bytes", sent)
        if isAborted { object.member("aborted", true) }
        object.member("duration_ms", (duration / .microseconds(1)).rounded() / 1_000)
        if let address = answer.client { object.member("remote_address", address.description) }
        if let name = answer.tokenName { object.member("token", name) }
      }
    }
    write(line + [UInt8(ascii: "\n")])
  }
}

extension AccessLog {
  /// The query parameters that are logged with their values.
  private static let parameters: Set<Substring> = [
    "at", "columns", "cursor", "effect", "fields", "limit", "sort", "width",
  ]
  private static let maximumLength = 1_024

  /// `target` without anything that could identify a client or be secret: with `…` in place of unknown query parameters and
  /// of everything that contains a token.
  static func path(_ target: String) -> String {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var text = (parts.first ?? "").split(separator: "/", omittingEmptySubsequences: false)
      .map { hasToken($0) ? "…" : $0 }.joined(separator: "/")
    if parts.count == 2 {
      let query = parts[1].split(separator: "&").map { parameter in
        let name = parameter.prefix { $0 != "=" }
        return parameters.contains(name) && !hasToken(parameter) ? parameter : "…"
      }
      text += "?" + query.joined(separator: "&")
    }
    return text.utf8.count <= maximumLength ? text : text.prefix(maximumLength) + "…"
  }

  private static func hasToken(_ text: Substring) -> Bool {
    (text.removingPercentEncoding ?? String(text)).contains(TokenSecret.prefix)
  }
}
