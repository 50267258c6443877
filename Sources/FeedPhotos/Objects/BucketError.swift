import FeedModel

/// Why a request to a bucket has failed. It names no secret.
package struct BucketError: Error, Hashable, Sendable {
  /// The reason, as far as it is known.
  package enum Reason: Hashable, Sendable {
    /// There is no connection, or it breaks off, for the reason that libcurl gives.
    case noConnection(String)
    /// The service is silent for too long.
    case noAnswer(String)
    /// Too many other requests wait for the service.
    case tooManyRequests
    /// The service answers with a status, and mostly with a code and a message.
    case status(Int, code: String, message: String)
    /// The clocks differ by more than the service accepts: its time as it says it, and the one here.
    case clock(service: String, here: String)
    /// The response is not one of such a service, for this reason.
    case notUnderstood(String)
    /// The object has other content than its name says.
    case damaged
    /// libcurl cannot be loaded.
    case noLibrary(String)
    /// The local file that is sent cannot be read.
    case unreadableFile(String)
  }

  /// The object or the bucket: `s3://bucket/prefix/key`.
  package let name: String
  package let endpoint: ServiceEndpoint
  package let method: String
  package let reason: Reason
  /// How often it was tried.
  package let attemptCount: Int

  package init(
    name: String, endpoint: ServiceEndpoint, method: String, reason: Reason, attemptCount: Int
  ) {
    self.name = name
    self.endpoint = endpoint
    self.method = method
    self.reason = reason
    self.attemptCount = attemptCount
  }

  /// Whether the same request may succeed a little later.
  package var isTemporary: Bool {
    switch reason {
    case .noConnection, .noAnswer, .tooManyRequests: true
    case .status(let status, let code, _):
      // A service does not learn what it has not implemented.
      status >= 500 && status != 501 || status == 429 || Self.temporaryCodes.contains(code)
    case .clock, .notUnderstood, .damaged, .noLibrary, .unreadableFile: false
    }
  }

  /// Whether the request is tried again at once. Of a service that is silent, each attempt takes many seconds.
  var isTriedAgain: Bool {
    if case .noAnswer = reason { return false }
    return isTemporary
  }

  /// Whether it was not possible to reach the service.
  var isOutage: Bool {
    switch reason {
    case .noConnection, .noAnswer: true
    default: false
    }
  }

  /// Codes of services for requests that are to be repeated, whatever their status.
  private static let temporaryCodes: Set = [
    "InternalError", "RequestTimeout", "ServiceUnavailable", "SlowDown", "Throttling",
    "ThrottlingException", "RequestLimitExceeded", "TooManyRequests",
  ]

  /// Whether there is no such object.
  var isMissingObject: Bool {
    guard case .status(404, let code, _) = reason else { return false }
    // A response to HEAD has no code.
    return code == "NoSuchKey" || code.isEmpty
  }

  /// Whether the service does not know the condition of a request.
  var isUnknownCondition: Bool {
    guard case .status(let status, let code, _) = reason else { return false }
    return status == 501 || code == "NotImplemented" || code == "InvalidArgument"
  }

  /// Whether the condition of a request does not hold.
  var isFailedCondition: Bool {
    guard case .status(let status, _, _) = reason else { return false }
    return status == 412 || status == 409
  }
}

extension BucketError: CustomStringConvertible {
  package var description: String {
    let tried = attemptCount > 1 ? " after \(attemptCount) attempts" : ""
    switch reason {
    case .noConnection(let reason):
      return "\(name): no connection to \(endpoint)\(tried): \(reason)"
    case .noAnswer(let reason): return "\(name): \(endpoint) is silent: \(reason)"
    case .tooManyRequests: return "\(name): too many requests to \(endpoint) wait already"
    case .status(let status, let code, let message):
      let parts = [code, message.isEmpty ? "" : "(\(message))"].filter { !$0.isEmpty }
      let said = ([" \(status)"] + parts).joined(separator: " ")
      return "\(name): \(method) is answered with\(said)\(tried)\(Self.advice(code, status))"
    case .clock(let service, let here):
      return "\(name): the service refuses requests of another time: its clock says "
        + "\(service), and the one of this machine \(here); set the clock"
    case .notUnderstood(let reason):
      return "\(name): \(endpoint) does not answer like a service for objects: \(reason)"
    case .damaged:
      return "\(name): the object is damaged: its content has another hash than its name"
    case .noLibrary(let reason): return "\(name): \(reason)"
    case .unreadableFile(let reason): return "\(name): the file that is to be sent: \(reason)"
    }
  }

  /// What to do about an answer, if that is known.
  private static func advice(_ code: String, _ status: Int) -> String {
    // A response to HEAD has no code.
    switch code.isEmpty && status == 403 ? "AccessDenied" : code {
    case "NoSuchBucket": "; create the bucket, or correct photo_storage"
    case "AccessDenied":
      "; the access key needs s3:GetObject, s3:PutObject, s3:DeleteObject and s3:ListBucket"
    case "InvalidAccessKeyId", "SignatureDoesNotMatch", "ExpiredToken", "InvalidToken":
      "; check photo_access_key_id, photo_secret_access_key and photo_session_token"
    case "PermanentRedirect", "AuthorizationHeaderMalformed", "IllegalLocationConstraintException":
      "; check photo_region and photo_endpoint"
    case "" where status / 100 == 3:
      "; redirects are not followed: check photo_region and photo_endpoint"
    default: ""
    }
  }
}
