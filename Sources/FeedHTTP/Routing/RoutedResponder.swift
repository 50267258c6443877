import FeedModel
import Foundation
import HTTPTypes
package import Hummingbird

/// Answers requests by their routes, behind all middleware.
///
/// Hummingbird's router is not used: what has to be known of a path before its handler runs, such as its other methods
/// and whether it writes, the router does not say, so that a second table would match each path again.
package struct RoutedResponder: HTTPResponder {
  package typealias Middleware = any MiddlewareProtocol<Request, Response, FeedRequestContext>

  private let routes: RouteTable
  private let trustedProxies: AddressRanges
  private let respond: @Sendable (Request, FeedRequestContext) async throws -> Response

  /// - Parameter middleware: From the outermost to the innermost. A request passes them downwards, its response upwards.
  init(_ routes: [Route], trustedProxies: AddressRanges, behind middleware: [Middleware]) {
    self.routes = RouteTable(routes)
    self.trustedProxies = trustedProxies
    respond = middleware.reversed().reduce(Self.endpoint) { next, middleware in
      { try await middleware.handle($0, context: $1, next: next) }
    }
  }

  /// Brings the path into one form and finds the client's address before anything else sees them, so that routing, rate
  /// limits, CORS, metrics and the access log agree on every spelling. Responses to HEAD lose their bodies.
  package func respond(
    to request: Request, context: FeedRequestContext
  ) async throws -> Response {
    var (request, context) = (request, context)
    let path = request.uri.path
    if path.hasPercent {
      if let normalized = path.withNormalizedPercents {
        request = request.withPath(normalized)
      } else {
        // Refused below the middleware that counts and logs every request.
        context.refusal = .malformedPath
      }
    }
    let expectations = Expectations(request.headers[values: .expect])
    if !expectations.canBeMet { context.refusal = .expectationFailed }
    if expectations.wantInterim {
      request.body = RequestBody(asyncSequence: AwaitedBody(body: request.body, context: context))
    }
    context.match = routes.match(request.uri.path)
    context.clientAddress = context.peerAddress.map {
      trustedProxies.client(from: $0, forwarded: request.headers[values: .forwardedFor])
    }
    context.isEncrypted =
      request.isForwardedFromHTTPS && context.peerAddress.map(trustedProxies.contains) ?? false
    let response = try await respond(request, context)
    return request.method == .head ? response.withoutBody : response
  }

  /// Calls the handler of the request's route.
  @Sendable private static func endpoint(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    guard let match = context.match else {
      throw Problem.notFound("there is nothing at \(LoggedTarget.text(of: request.uri.path))")
    }
    guard let route = match.route(for: request.method) else {
      throw Problem.methodNotAllowed(request.method.rawValue, allowed: match.methods)
    }
    var context = context
    context.coreContext.parameters = match.parameters
    return try await route.handler(request.keeping(route.parameters), context)
  }
}

extension Response {
  /// The head that GET would get (RFC 9110, section 9.3.2). A body that is made while it is sent is never made, and its
  /// length is not stated.
  fileprivate var withoutBody: Response {
    var response = self
    response.body = ResponseBody()
    // Replacing the body has set its own length.
    response.headers[.contentLength] = headers[.contentLength]
    return response
  }
}

extension Request {
  /// Whether the first proxy received the request over TLS, by its own account.
  fileprivate var isForwardedFromHTTPS: Bool {
    headers[.forwardedProto]?.prefix { $0 != "," }.trimmed.lowercased() == "https"
  }

  /// The request with `path` instead of its own, and with its query.
  fileprivate func withPath(_ path: String) -> Request {
    var head = head
    head.path = path + (head.path.map { $0[$0.endOfPath...] } ?? "")
    return Request(head: head, body: body)
  }

  /// The request with the parameters that its route is given.
  fileprivate func keeping(_ parameters: Route.Parameters) -> Request {
    switch parameters {
    case .checked: keepingParameters { !TrackingParameter.isOne($0) }
    case .only(let names):
      keepingParameters { names.contains($0.removingPercentEncoding ?? String($0)) }
    case .all: self
    }
  }

  /// The request with those of its parameters, as they were sent, whose names `isKept` accepts.
  package func keepingParameters(where isKept: (Substring) -> Bool) -> Request {
    guard let target = head.path, target.endOfPath < target.endIndex else { return self }
    let query = target[target.utf8.index(after: target.endOfPath)...]
    let parameters = query.split(separator: "&", omittingEmptySubsequences: false)
    let kept = parameters.filter { isKept($0.prefix { $0 != "=" }) }
    guard kept.count < parameters.count else { return self }
    var head = head
    head.path =
      target[..<target.endOfPath] + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
    return Request(head: head, body: body)
  }
}

extension String {
  /// The place of the question mark of a target, at which its path ends.
  fileprivate var endOfPath: Index { utf8.firstIndex(of: UInt8(ascii: "?")) ?? endIndex }
}

extension String {
  /// The path with only those characters encoded that are not unreserved (RFC 3986, section 6.2.2.2), so that `%2F` never
  /// divides a segment; `nil` if an encoded character is incomplete or not UTF-8.
  fileprivate var withNormalizedPercents: String? {
    guard removingPercentEncoding != nil else { return nil }
    let parts = split(separator: "%", omittingEmptySubsequences: false)
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

extension StringProtocol {
  /// Whether some character may be percent-encoded.
  fileprivate var hasPercent: Bool { utf8.contains(UInt8(ascii: "%")) }
}

extension Substring {
  /// The text without percent-encoding; as it is, if it is not valid.
  var percentDecoded: Substring {
    hasPercent ? removingPercentEncoding.map { Substring($0) } ?? self : self
  }
}

extension Problem {
  /// A path with an incomplete percent-encoding, or one of something else than text.
  fileprivate static let malformedPath = Problem(
    status: .badRequest, code: "malformed_path", title: "Malformed path",
    detail: "path: expected %XX with two hexadecimal digits for each byte of UTF-8")
}
