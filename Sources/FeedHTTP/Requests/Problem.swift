package import HTTPTypes
import HummingbirdCore
import NIOCore
import StrictJSON

/// A problem document (RFC 9457): why a request is not answered as asked.
///
/// The problems of a single resource are declared with it; those of other modules are described
/// by the server.
package struct Problem: Error {
  /// A part of the request that is invalid.
  package struct Detail {
    /// A JSON Pointer to the part in the body.
    package let pointer: String
    package let detail: String
    /// The code of this part's own problem; `nil` for a part of an invalid body.
    var code: String?

    package init(pointer: String, detail: String, code: String? = nil) {
      self.pointer = pointer
      self.detail = detail
      self.code = code
    }
  }

  package let status: HTTPResponse.Status
  /// A stable name for programs: `invalid_width`.
  package let code: String
  /// The kind of problem, the same for every occurrence: the code in words, if nothing else says more.
  package let title: String
  /// The explanation of this occurrence.
  package let detail: String
  package var errors: [Detail]
  /// The path to start again at.
  package var start: String?
  package var headers: HTTPFields

  package init(
    status: HTTPResponse.Status, code: String, title: String? = nil, detail: String,
    errors: [Detail] = [], start: String? = nil, headers: HTTPFields = [:]
  ) {
    self.status = status
    self.code = code
    self.title =
      title ?? code.prefix(1).uppercased() + code.dropFirst().map { $0 == "_" ? " " : $0 }
    self.detail = detail
    self.errors = errors
    self.start = start
    self.headers = headers
  }

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

  func describe(in headers: inout HTTPFields) {
    headers[.contentType] = "application/problem+json"
    headers[.cacheControl] = CachePolicy.none.rawValue
  }
}

extension Response {
  init(_ problem: Problem, requestID: String) {
    var headers = problem.headers
    problem.describe(in: &headers)
    self.init(
      status: problem.status, headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: problem.document(requestID: requestID))))
  }
}

// MARK: - Problems of any request

extension Problem {
  package static func notFound(_ what: String) -> Problem {
    Problem(status: .notFound, code: "not_found", detail: what)
  }

  static func methodNotAllowed(_ method: String, allowed: [String]) -> Problem {
    let list = allowed.joined(separator: ", ")
    return Problem(
      status: .methodNotAllowed, code: "method_not_allowed",
      detail: "\(method) is not allowed here; expected \(list)", headers: [.allow: list])
  }

  /// A cursor that no server of this store has made.
  package static let invalidCursor = invalidParameter(
    "cursor", expected: "a cursor from the next URL of a page", found: "something else")

  package static func invalidParameter(_ name: String, expected: String, found: String) -> Problem {
    Problem(
      status: .badRequest, code: "invalid_\(name)", title: "Invalid parameter",
      detail: "\(name): expected \(expected), found \(found)")
  }

  /// The name was chosen by the client, so it is part of the detail and not of the code.
  package static func unknownParameter(_ name: String, expected: String) -> Problem {
    Problem(
      status: .badRequest, code: "unknown_parameter",
      detail: "\(String(name.prefix(40))): expected \(expected)")
  }

  package static func repeatedParameter(_ name: String, count: Int) -> Problem {
    Problem(
      status: .badRequest, code: "repeated_parameter",
      detail: "\(String(name.prefix(40))): expected one value, found \(count)")
  }

  /// The connection is closed, because the beginning of a next request cannot be recognised.
  package static let malformedRequest = Problem(
    status: .badRequest, code: "malformed_request",
    detail: "the request is not valid HTTP/1.1 or is incomplete", headers: [.connection: "close"])

  /// The connection is closed, because the rest of the request may still arrive.
  package static let requestTimeout = Problem(
    status: .requestTimeout, code: "request_timeout",
    detail: "the request did not arrive in time", headers: [.connection: "close"])

  static let headerTooLarge = Problem(
    status: .requestHeaderFieldsTooLarge, code: "header_too_large",
    detail: "the request line and headers are too large", headers: [.connection: "close"])

  /// The connection is closed, because the client may wait with the body, or send it.
  static let expectationFailed = Problem(
    status: .expectationFailed, code: "expectation_failed",
    detail: "Expect: expected 100-continue, found something else",
    headers: [.connection: "close"])
}
