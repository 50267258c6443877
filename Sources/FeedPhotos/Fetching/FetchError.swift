import CCurl

/// Why a picture cannot be fetched.
package enum FetchError: Error, Hashable, Sendable {
  /// The URL, or the one a redirect leads to, is not of the schemes http and https.
  case notHTTP(url: String)
  /// The name of the host cannot be resolved.
  case unresolved(url: String)
  /// The host or a redirect leads to an address that is not public.
  case refusedAddress(String)
  /// No connection to the host.
  case unreachable(reason: String)
  /// The host does not prove its identity, or encryption fails.
  case insecure(reason: String)
  /// More redirects than are followed.
  case tooManyRedirects(limit: Int)
  /// The server answers with this status instead of 200 to 299.
  case status(Int)
  /// The picture has more bytes than `limit`.
  case tooLarge(limit: Int)
  /// The connection or the transfer takes too long.
  case timedOut
  /// The task was cancelled.
  case cancelled
  /// libcurl cannot be loaded.
  case noLibrary(reason: String)
  /// The transfer breaks off.
  case interrupted(reason: String)
  /// The file cannot be written.
  case notWritten(file: String, reason: String)
}

extension FetchError {
  /// The error of `result`; `nil` if the fetch succeeded or its receiver ended it.
  init?(_ result: HTTPConnections.Result, limits: PictureFetcher.Limits) {
    switch result.outcome {
    case tanada_outcome_done, tanada_outcome_stopped: return nil
    case tanada_outcome_not_http: self = .notHTTP(url: result.url)
    case tanada_outcome_unresolved: self = .unresolved(url: result.url)
    case tanada_outcome_refused: self = .refusedAddress(result.reason)
    case tanada_outcome_unreachable: self = .unreachable(reason: result.reason)
    case tanada_outcome_insecure: self = .insecure(reason: result.reason)
    case tanada_outcome_too_many_redirects:
      self = .tooManyRedirects(limit: PictureFetcher.redirectLimit)
    case tanada_outcome_status: self = .status(result.head.status)
    case tanada_outcome_too_large: self = .tooLarge(limit: limits.maximumByteCount)
    case tanada_outcome_timed_out: self = .timedOut
    case tanada_outcome_cancelled: self = .cancelled
    case tanada_outcome_no_library: self = .noLibrary(reason: result.reason)
    default: self = .interrupted(reason: result.reason)
    }
  }
}

extension FetchError: CustomStringConvertible {
  /// One sentence without a full stop.
  package var description: String {
    switch self {
    case .notHTTP(let url): "\(url) is not an http or https URL"
    case .unresolved(let url): "the host of \(url) cannot be resolved"
    case .refusedAddress(let address): "the address \(address) is not public, so it is refused"
    case .unreachable(let reason): "the server cannot be reached: \(reason)"
    case .insecure(let reason): "the connection is not secure: \(reason)"
    case .tooManyRedirects(let limit): "there are more than \(limit) redirects"
    case .status(let status): "the server answers with status \(status)"
    case .tooLarge(let limit): "the picture is larger than \(limit) bytes"
    case .timedOut: "the transfer takes too long"
    case .cancelled: "the transfer was cancelled"
    case .noLibrary(let reason): reason
    case .interrupted(let reason): "the transfer broke off: \(reason)"
    case .notWritten(let file, let reason): "\(file) cannot be written: \(reason)"
    }
  }
}
