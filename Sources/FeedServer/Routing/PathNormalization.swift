import FeedModel
import Foundation
import HTTPTypes
import Hummingbird

/// Brings the path of every request into one form before anything else sees it, so that routing, rate
/// limits, CORS, metrics and the access log agree on every spelling of a path.
///
/// Hummingbird's router compares and passes on segments as they were sent. Here, characters that need no
/// encoding are decoded before the path is routed (RFC 3986, section 6.2.2.2), and
/// ``PathParameterMiddleware`` decodes the rest of a parameter once the path is divided: `%2F` never
/// divides a segment.
struct PathNormalization<Next: HTTPResponder>: HTTPResponder
where Next.Context == FeedRequestContext {
  let next: Next

  func respond(to request: Request, context: FeedRequestContext) async throws -> Response {
    let path = request.uri.path
    guard path.hasPercent else { return try await next.respond(to: request, context: context) }
    guard let normalized = Self.normalized(path) else {
      // Refused below the middleware that counts and logs every request.
      var context = context
      context.refusal = .malformedPath
      return try await next.respond(to: request, context: context)
    }
    var head = request.head
    let query = request.head.path.flatMap { target in
      target.firstIndex(of: "?").map { target[$0...] }
    }
    head.path = normalized + (query ?? "")
    return try await next.respond(
      to: Request(head: head, body: request.body), context: context)
  }

  /// `path` with only those characters encoded that are not unreserved; `nil` if an encoded character is
  /// incomplete or not UTF-8.
  private static func normalized(_ path: String) -> String? {
    guard path.removingPercentEncoding != nil else { return nil }
    let parts = path.split(separator: "%", omittingEmptySubsequences: false)
    // Every part but the first begins with two hexadecimal digits.
    return parts.dropFirst().reduce(into: String(parts[0])) { normalized, part in
      let digits = part.prefix(2)
      if let byte = UInt8(digits, radix: 16), byte < 0x80 {
        normalized += String(UnicodeScalar(byte)).percentEncoded
      } else {
        normalized += "%" + digits.uppercased()
      }
      normalized += part.dropFirst(2)
    }
  }
}

/// Decodes the parameters of a path that ``PathNormalization`` accepted, for the handlers of routes.
struct PathParameterMiddleware: RouterMiddleware {
  func handle(
    _ request: Request, context: FeedRequestContext,
    next: @concurrent (Request, FeedRequestContext) async throws -> Response
  ) async throws -> Response {
    guard context.parameters.contains(where: { $0.value.hasPercent }) else {
      return try await next(request, context)
    }
    var context = context
    context.coreContext.parameters = Parameters(
      context.parameters.map { name, value in
        (key: name, value: value.removingPercentEncoding.map { Substring($0) } ?? value)
      })
    return try await next(request, context)
  }
}

extension StringProtocol {
  /// Whether some character may be percent-encoded.
  fileprivate var hasPercent: Bool { utf8.contains(UInt8(ascii: "%")) }
}

extension Problem {
  /// A path with an incomplete percent-encoding, or one of something else than text.
  fileprivate static let malformedPath = Problem(
    status: .badRequest, code: "malformed_path", title: "Malformed path",
    detail: "path: expected %XX with two hexadecimal digits for each byte of UTF-8")
}
