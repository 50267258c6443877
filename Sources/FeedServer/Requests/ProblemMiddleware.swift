import FeedEditing
import FeedLayout
import FeedModel
import FeedStore
import HTTPTypes
import Hummingbird
import LayoutCatalog
import Logging
import NIOCore
import NIOHTTP1
import StrictJSON

/// Turns every error into a problem document, so that outer middleware only sees responses: an error that
/// leaves the middleware is rendered by the router, outside of all middleware.
struct ProblemMiddleware: RouterMiddleware {
  let routes: RouteTable
  let busyWarnings: BusyWarnings
  let clock: any TimeSource

  func handle(
    _ request: Request, context: FeedRequestContext,
    next: @concurrent (Request, FeedRequestContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      let problem = problem(for: error, of: request)
      if problem.isRefusalForNow {
        // A busy server would fill its log; the metrics count every refusal.
        busyWarnings.warn(with: context.logger, about: problem, error, at: clock.uptime)
      } else if problem.status.kind == .serverError {
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
    // The router's error for an unknown path or method.
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

extension Problem {
  /// Whether the server is merely too busy.
  fileprivate var isRefusalForNow: Bool {
    status == .serviceUnavailable && !Self.failures.contains(code)
  }

  /// The codes of failures, which are not a lack of capacity.
  private static let failures: Set = ["storage_unavailable", "no_picture_worker"]

  /// The problem that describes `error` to a client. Errors inside the server are not explained.
  init(_ error: any Error) {
    switch error {
    case let problem as Problem: self = problem
    case let problems as DocumentProblems:
      // A body that cannot be parsed is a bad request; one with invalid values is unprocessable.
      let isMalformed = problems.listed.contains { [.json, .utf8, .items].contains($0.expected) }
      self.init(
        status: isMalformed ? .badRequest : .unprocessableContent,
        code: isMalformed ? "malformed_body" : "invalid_body", title: "Invalid body",
        detail: problems.count == 1
          ? "\(problems.listed[0])" : "\(problems.count) problems, listed under errors",
        errors: problems.listed.map { Detail(pointer: $0.pointer, detail: $0.sentence) })
    case let error as EditingError: self.init(error)
    case let failures as RestorationFailures: self.init(failures)
    case let problem as OptionProblem where problem.isUnknown:
      self = .unknownParameter(problem.option, expected: problem.expected)
    case let problems as ContentQueryProblems:
      self.init(
        status: .badRequest, code: "invalid_query", title: "Invalid query",
        detail: problems.description)
    case let problem as OptionProblem:
      self = .invalidParameter(
        problem.option, expected: problem.expected, found: problem.finding)
    case let error as LayoutError where error.isAboutOptions:
      self.init(
        status: .badRequest, code: "invalid_options", title: "Invalid options",
        detail: error.description)
    case let error as LayoutError:
      self.init(
        status: .unprocessableContent, code: "impossible_layout", title: "Impossible layout",
        detail: error.description)
    case is RequestTimeout: self = .requestTimeout
    case is HTTPParserError: self = .malformedRequest
    case StageError.noSuchReferents(let references, let count):
      self.init(
        status: .unprocessableContent, code: "invalid_body", title: "Invalid body",
        detail: count == 1
          ? references[0].sentence : "\(count) references lead to no item, listed under errors",
        errors: references.map {
          // The place of the item in its document is not known any more.
          Detail(pointer: "", detail: $0.sentence)
        })
    case StoreError.kindChanged(let kind):
      self.init(
        status: .conflict, code: "kind_changed", title: "Kind changed",
        detail: "the definition of \(kind) has changed in the meantime; try again")
    case StoreError.noSuchRevision(let number):
      self = .notFound(
        number > 0 ? "there is no revision \(number)" : "there was no revision at that time")
    case StoreError.revisionPruned(let number, let first):
      self.init(
        status: .gone, code: "revision_pruned", title: "Revision pruned",
        detail: "revision \(number) is no longer kept; the history begins with revision \(first)")
    case StoreError.busy:
      self.init(
        status: .serviceUnavailable, code: "store_busy", title: "Store busy",
        detail: "the database is busy; try again", headers: [.retryAfter: "1"])
    case StoreError.diskFull:
      self.init(
        status: HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage"),
        code: "storage_full", title: "Storage full",
        detail: "the storage of the server is full; nothing was changed",
        headers: [.retryAfter: "60"])
    case let error as StoreError where error.isOfStorage:
      self.init(
        status: .serviceUnavailable, code: "storage_unavailable", title: "Storage unavailable",
        detail: "the storage of the server cannot be used; nothing was changed",
        headers: [.retryAfter: "10"])
    default:
      self.init(
        status: .internalServerError, code: "internal", title: "Internal error",
        detail: "an internal error occurred; the server's log has the details")
    }
  }
}
