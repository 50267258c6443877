import NIOHTTP1

/// Why something that was sent never became a request.
enum MalformedRequest: String {
  /// The bytes are not HTTP.
  case notHTTP = "not_http"
  /// The line and the headers are too large.
  case headerTooLarge = "header_too_large"
  /// The client went before it had sent the headers.
  case incomplete
  /// The headers did not arrive in time.
  case timeout

  init(_ error: HTTPParserError) {
    self =
      switch error {
      case .headerOverflow: .headerTooLarge
      case .invalidEOFState: .incomplete
      default: .notHTTP
      }
  }
}
