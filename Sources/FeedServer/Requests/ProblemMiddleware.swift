import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Turns every error into a problem document. Innermost, so that no error leaves the chain: what
/// the router renders itself, no other middleware would see.
struct ProblemMiddleware: RouterMiddleware {
  let routes: RouteTable

  func handle(
    _ request: Request, context: FeedRequestContext,
    next: @concurrent (Request, FeedRequestContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      let problem = problem(for: error, of: request)
      if problem.status.kind == .serverError {
        context.logger.error(
          "request failed",
          metadata: [
            "request_id": "\(context.requestID)",
            "path": "\(LoggedTarget.text(of: request.uri.path))",
            "error": "\(error)",
          ])
      }
      return Response(problem, requestID: context.requestID)
    }
  }

  private func problem(for error: any Error, of request: Request) -> Problem {
    // The router's own: a path or a method it does not know.
    guard let error = error as? HTTPError else { return Problem(error) }
    let path = request.uri.path
    guard error.status == .notFound else {
      return Problem(
        status: error.status, code: "refused", title: error.status.reasonPhrase,
        detail: error.body ?? error.status.reasonPhrase)
    }
    let allowed = routes.methods(for: path)
    return allowed.isEmpty
      ? .notFound("there is nothing at \(path)")
      : .methodNotAllowed(request.method.rawValue, allowed: allowed)
  }
}

extension Response {
  /// The response that carries `problem`.
  init(_ problem: Problem, requestID: String) {
    var headers = problem.headers
    headers[.contentType] = "application/problem+json"
    headers[.cacheControl] = "no-store"
    self.init(
      status: problem.status, headers: headers,
      body: ResponseBody(
        byteBuffer: ByteBuffer(bytes: problem.document(requestID: requestID))))
  }
}
