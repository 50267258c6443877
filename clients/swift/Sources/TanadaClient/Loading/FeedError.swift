import Foundation

/// The reason why a request to a server failed.
public enum FeedError: Error, Sendable, CustomStringConvertible {
  /// The server refused, and said why.
  case problem(Problem)
  /// There was no answer.
  case unreachable(reason: String)
  /// The answer has this status, and no problem document.
  case unexpected(status: Int, retryAfter: Duration?)
  /// The answer is no document.
  case unreadable(FeedDocumentError)

  public var description: String {
    switch self {
    case .problem(let problem): problem.description
    case .unreachable(let reason): "no answer: \(reason)"
    case .unexpected(let status, _): "an answer with the status \(status)"
    case .unreadable(let error): error.description
    }
  }
}

extension FeedError {
  /// The status of the answer; 0 without one.
  public var status: Int {
    switch self {
    case .problem(let problem): problem.status
    case .unreachable: 0
    case .unexpected(let status, _): status
    case .unreadable: 200
    }
  }

  /// How long the server asks to wait before another request.
  public var retryAfter: Duration? {
    switch self {
    case .problem(let problem): problem.retryAfter
    case .unexpected(_, let retryAfter): retryAfter
    case .unreachable, .unreadable: nil
    }
  }

  /// Whether another request later may be answered.
  public var mayPass: Bool {
    switch status {
    case 0, 408, 429, 500...: true
    default: false
    }
  }

  /// The error that an answer says.
  init(status: Int, retryAfter: String?, body: Data, now: Date) {
    let pause = RetryAfter.pause(retryAfter, now: now)
    guard let json = try? JSONValue(data: body),
      let problem = Problem(json, status: status, retryAfter: pause)
    else {
      self = .unexpected(status: status, retryAfter: pause)
      return
    }
    self = .problem(problem)
  }
}

/// A problem document (RFC 9457).
public struct Problem: Hashable, Sendable, CustomStringConvertible {
  /// The problem as the server sent it.
  public let raw: JSONValue
  /// The status of the answer.
  public let status: Int
  /// The name of the problem for programs, such as `variant_gone`; it does not change.
  public let code: String
  /// The name of the problem for people.
  public let title: String
  /// What happened, for people.
  public let detail: String
  /// What is wrong with the parts of a request; empty if there is nothing to say of parts.
  public let errors: [Part]
  /// The name of the request in the server's log.
  public let requestID: String?
  /// The address of the first page, for a cursor that is gone.
  public let start: String?
  /// How long the server asks to wait before another request.
  public let retryAfter: Duration?

  /// What is wrong with a part of a request.
  public struct Part: Hashable, Sendable {
    /// The part, as a JSON Pointer.
    public let pointer: String
    /// What is wrong with it.
    public let detail: String
  }

  public var description: String { detail.isEmpty ? title : detail }

  /// The problem that `json` is; `nil` without a code.
  init?(_ json: JSONValue, status: Int, retryAfter: Duration?) {
    guard let code = json["code"]?.string else { return nil }
    raw = json
    self.status = json["status"]?.int ?? status
    self.code = code
    title = json["title"]?.string ?? ""
    detail = json["detail"]?.string ?? ""
    errors = (json["errors"]?.array ?? []).map {
      Part(pointer: $0["pointer"]?.string ?? "", detail: $0["detail"]?.string ?? "")
    }
    requestID = json["request_id"]?.string
    start = json["start"]?.string
    self.retryAfter = retryAfter
  }
}
