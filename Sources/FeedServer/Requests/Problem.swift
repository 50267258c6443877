import FeedEditing
import FeedLayout
import FeedModel
import FeedStore
import HTTPTypes
import LayoutCatalog
import NIOHTTP1
import StrictJSON

/// Why a request is not answered as asked: a problem document (RFC 9457) before it is written.
struct Problem: Error {
  /// One part of the request that is wrong.
  struct Detail {
    /// A JSON Pointer into the body.
    let pointer: String
    let detail: String
    /// Which problem this part would be alone; `nil` for part of a body that is invalid.
    var code: String?
  }

  let status: HTTPResponse.Status
  /// Stable, for programs: `invalid_width`.
  let code: String
  /// The kind of problem, the same every time.
  let title: String
  /// This occurrence, for people.
  let detail: String
  var errors: [Detail] = []
  /// The address to begin again at.
  var start: String?
  var headers: HTTPFields = [:]

  /// The body, for the request `requestID`.
  func document(requestID: String) -> [UInt8] {
    JSONWriter.encode { writer in
      writer.object { object in
        object.member("type", "urn:tanada:problem:\(code)")
        object.member("title", title)
        object.member("status", status.code)
        object.member("detail", detail)
        object.member("code", code)
        object.member("request_id", requestID)
        if let start { object.member("start", start) }
        if !errors.isEmpty {
          object.array("errors", errors) { writer, error in
            writer.object {
              $0.member("pointer", error.pointer)
              $0.member("detail", error.detail)
              if let code = error.code { $0.member("code", code) }
            }
          }
        }
      }
    }
  }
}

extension Problem {
  static func notFound(_ what: String) -> Problem {
    Problem(status: .notFound, code: "not_found", title: "Not found", detail: what)
  }

  static func methodNotAllowed(_ method: String, allowed: [String]) -> Problem {
    let list = allowed.joined(separator: ", ")
    return Problem(
      status: .methodNotAllowed, code: "method_not_allowed", title: "Method not allowed",
      detail: "\(method) is not possible here; expected \(list)", headers: [.allow: list])
  }

  static func invalidParameter(_ name: String, expected: String, found: String) -> Problem {
    Problem(
      status: .badRequest, code: "invalid_\(name)", title: "Invalid parameter",
      detail: "\(name): expected \(expected), found \(found)")
  }

  /// The name is the client's, so it is in the detail and not in the code.
  static func unknownParameter(_ name: String, expected: String) -> Problem {
    Problem(
      status: .badRequest, code: "unknown_parameter", title: "Unknown parameter",
      detail: "\(String(name.prefix(40))): expected \(expected)")
  }

  static func repeatedParameter(_ name: String, count: Int) -> Problem {
    Problem(
      status: .badRequest, code: "repeated_parameter", title: "Repeated parameter",
      detail: "\(String(name.prefix(40))): expected one value, found \(count)")
  }

  static func bodyTooLarge(limit: Int) -> Problem {
    Problem(
      status: .contentTooLarge, code: "content_too_large", title: "Content too large",
      detail: "the body is larger than \(limit) bytes",
      // What is left of it is not worth reading.
      headers: [.connection: "close"])
  }

  static func bodyTooDeep(limit: Int, at pointer: String) -> Problem {
    Problem(
      status: .badRequest, code: "body_too_deep", title: "Body too deep",
      detail: "arrays and objects nest more than \(limit) deep",
      errors: [Detail(pointer: pointer, detail: "expected nothing deeper than \(limit)")])
  }

  /// - Parameter expected: the types that can be read, as `Accept` lists them (RFC 9110, section
  ///   15.5.16).
  static func unsupportedMediaType(_ type: String, expected: String) -> Problem {
    Problem(
      status: .unsupportedMediaType, code: "unsupported_media_type",
      title: "Unsupported media type",
      detail: "Content-Type: expected \(expected), found \(type.quotedExcerpt)",
      headers: [.accept: expected])
  }

  /// A body in a coding such as gzip (RFC 9110, section 15.5.16).
  static func unsupportedCoding(_ coding: String) -> Problem {
    Problem(
      status: .unsupportedMediaType, code: "unsupported_content_encoding",
      title: "Unsupported content encoding",
      detail: "Content-Encoding: expected the body as it is, found \(coding.quotedExcerpt)",
      headers: [.acceptEncoding: "identity"])
  }

  /// - Parameter seconds: after how many another request will do.
  static func rateLimited(_ policy: String, limit: Int, retryAfter seconds: Int) -> Problem {
    Problem(
      status: .tooManyRequests, code: "rate_limited", title: "Too many requests",
      detail: "more than \(limit) \(policy) a second; try again in \(seconds) s",
      headers: [.retryAfter: "\(seconds)"])
  }

  static func outdatedCursor(start: String) -> Problem {
    Problem(
      status: .gone, code: "cursor_expired", title: "Cursor expired",
      detail: "the revision of this cursor is not kept any more; begin again at \(start)",
      start: start)
  }

  /// What follows in the connection cannot be told apart any more, so it ends.
  static let malformedRequest = Problem(
    status: .badRequest, code: "malformed_request", title: "Malformed request",
    detail: "the request is not HTTP/1.1, or ends too early", headers: [.connection: "close"])

  /// The rest of the request may still come, so the connection ends.
  static let requestTimeout = Problem(
    status: .requestTimeout, code: "request_timeout", title: "Request timeout",
    detail: "the request did not arrive in time", headers: [.connection: "close"])

  static let headerTooLarge = Problem(
    status: .requestHeaderFieldsTooLarge, code: "header_too_large", title: "Header too large",
    detail: "the request's line and headers are too large", headers: [.connection: "close"])

  static let notReady = Problem(
    status: .serviceUnavailable, code: "not_ready", title: "Not ready",
    detail: "nothing has been published yet", headers: [.retryAfter: "1"])

  /// The problem that `error` is to a client. What a client cannot mend is not explained to it.
  init(_ error: any Error) {
    switch error {
    case let problem as Problem: self = problem
    case let problems as ContentProblems:
      // A body that cannot be read is a bad request; one that says something impossible is not.
      let isMalformed = problems.listed.contains { [.json, .utf8, .items].contains($0.expected) }
      self.init(
        status: isMalformed ? .badRequest : .unprocessableContent,
        code: isMalformed ? "malformed_body" : "invalid_body", title: "Invalid body",
        detail: problems.count == 1
          ? "\(problems.listed[0])" : "\(problems.count) problems, listed under errors",
        errors: problems.listed.map { Detail(pointer: $0.pointer, detail: $0.sentence) })
    case let error as EditingError: self.init(error)
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
    case StoreError.busy:
      self.init(
        status: .serviceUnavailable, code: "store_busy", title: "Store busy",
        detail: "the content is being written; try again", headers: [.retryAfter: "1"])
    default:
      self.init(
        status: .internalServerError, code: "internal", title: "Internal error",
        detail: "the server could not answer; its log says why")
    }
  }
}
