import HTTPTypes
import Hummingbird
import Logging

/// Gives every request an id, its own or a new one, and every response the same.
struct RequestIDMiddleware: RouterMiddleware {
  let makeID: @Sendable () -> String

  func handle(
    _ request: Request, context: FeedRequestContext,
    next: @concurrent (Request, FeedRequestContext) async throws -> Response
  ) async throws -> Response {
    var context = context
    context.requestID = Self.acceptable(request.headers[.requestID]) ?? makeID()
    var response = try await next(request, context)
    response.headers[.requestID] = context.requestID
    return response
  }

  /// A client's own id, if it is short and plain enough for headers and logs.
  private static func acceptable(_ id: String?) -> String? {
    guard let id, (1...64).contains(id.utf8.count) else { return nil }
    let isPlain = id.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
    return isPlain ? id : nil
  }
}

extension HTTPField.Name {
  static let requestID = field("X-Request-ID")
}
