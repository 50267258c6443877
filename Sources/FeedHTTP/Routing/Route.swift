package import HTTPTypes
package import HummingbirdCore

/// A method, a path pattern and their handler.
package struct Route: Sendable {
  package typealias Handler = @Sendable (Request, FeedRequestContext) async throws -> Response

  /// Whether requests change anything, which decides by which rate they are limited.
  package enum Effect: Sendable {
    case read, write
  }

  /// Which parameters of a request's query its handler is given. What it is not given is no part of caches' keys and
  /// addresses.
  package enum Parameters: Sendable {
    /// All but those by which links are tracked: any other that the handler does not know is a mistake of a program.
    case checked
    /// These alone, since people share the address, or browsers load it: others add parameters that mean nothing here.
    case only(Set<String>)
    /// All, since fields of content may have any names.
    case all
  }

  let method: HTTPRequest.Method
  /// The pattern: text, and parameters such as `{feed}`. One such as `{file*}` at the end stands for one or more segments,
  /// and has the first of them.
  let path: String
  let effect: Effect
  /// Whether the body goes to a file as it arrives, and is not held in memory.
  let streamsBody: Bool
  let parameters: Parameters
  let handler: Handler

  /// Creates a route. Its effect follows from the method (RFC 9110, section 9.2.1) unless given.
  package init(
    _ method: HTTPRequest.Method, _ path: String, effect: Effect? = nil,
    streamsBody: Bool = false, parameters: Parameters = .checked, _ handler: @escaping Handler
  ) {
    self.method = method
    self.path = path
    self.effect = effect ?? ([.get, .head].contains(method) ? .read : .write)
    self.streamsBody = streamsBody
    self.parameters = parameters
    self.handler = handler
  }

  /// The route as documentation names it: `GET /v1/feeds/{feed}`.
  package var name: String { "\(method.rawValue) \(path)" }
}
