package import FeedModel
package import FeedStore
import Foundation
package import HTTPTypes
package import HummingbirdCore
import FeedPublisher

/// A method and a path pattern, everything that is known about their requests and answers, and their handler.
///
/// Matching, the checks of roles and parameters, `/openapi.json`, the tables of `docs/http.md` and the list of what is
/// stable follow from it.
package struct Route: Sendable {
  package typealias Handler = @Sendable (Request, FeedRequestContext) async throws -> Response

  /// Whether requests change anything, which decides by which rate they are limited.
  package enum Effect: Sendable {
    case read, write
  }

  /// Which parameters the query of a request may have. The handler is given no others: what it is not given is no part of
  /// caches' keys and addresses.
  package enum Query: Sendable {
    /// Those of the operation. Parameters by which links are tracked are left out; any other is a mistake of a program.
    case declared
    /// Those of the operation. Others are left out, since people share the address, or browsers load it, and others add
    /// parameters that mean nothing here.
    case shared
    /// Those of the operation, and others that the handler checks: fields of content, options of layouts.
    case open
  }

  package let method: HTTPRequest.Method
  /// The pattern: text, and parameters such as `{feed}`. One such as `{file*}` at the end stands for one or more segments,
  /// and has the first of them.
  package let path: String
  /// The lowest role that may send requests; `nil` if the route is public.
  package let role: TokenRole?
  package let effect: Effect
  /// Whether the body goes to a file as it arrives, and is not held in memory.
  let streamsBody: Bool
  package let query: Query
  /// Parameters that are refused, with what is expected in their place as description.
  let refused: [Parameter]
  /// The parameters of all requests.
  package let parameters: [Parameter]
  /// The purpose of the route, in a sentence.
  package let summary: String
  /// The descriptions of the route for a database with some kinds: one, or one for each kind or layout.
  package let operations: @Sendable (ContentKinds) -> [Operation]
  private let handler: Handler

  /// A route that describes itself for each kind, or each layout. Its effect follows from the method (RFC 9110, section
  /// 9.2.1) unless given.
  ///
  /// - Parameter summary: Its purpose; by default that of the first operation.
  package init(
    _ method: HTTPRequest.Method, _ path: String, summary: String? = nil, role: TokenRole? = nil,
    effect: Effect? = nil, streamsBody: Bool = false, query: Query = .declared,
    refused: [Parameter] = [],
    parameters: [Parameter] = [],
    operations: @escaping @Sendable (ContentKinds) -> [Operation], _ handler: @escaping Handler
  ) {
    self.method = method
    self.path = path
    self.role = role
    self.effect = effect ?? ([.get, .head].contains(method) ? .read : .write)
    self.streamsBody = streamsBody
    self.query = query
    self.refused = refused
    self.parameters = parameters
    self.summary = summary ?? operations(.standard).first?.summary ?? ""
    self.operations = operations
    self.handler = handler
  }

  /// A route with one operation.
  ///
  /// - Parameters:
  ///   - id: A name for generated clients: `listKinds`.
  ///   - summary: Its purpose, in a sentence.
  ///   - problems: The statuses of its problem documents, besides those that follow from its other properties.
  package init(
    _ method: HTTPRequest.Method, _ path: String, _ id: String, _ summary: String,
    role: TokenRole? = nil, effect: Effect? = nil, streamsBody: Bool = false,
    query: Query = .declared, refused: [Parameter] = [], parameters: [Parameter] = [],
    body: [Operation.Content] = [], answers: [Operation.Answer], problems: [Int] = [],
    _ handler: @escaping Handler
  ) {
    let operation = Operation(
      id, summary, body: body, answers: answers, problems: problems)
    self.init(
      method, path, role: role, effect: effect, streamsBody: streamsBody, query: query,
      refused: refused, parameters: parameters, operations: { _ in [operation] }, handler)
  }

  /// The route as documentation names it: `GET /v1/feeds/{feed}`.
  package var name: String { "\(method.rawValue) \(path)" }
}

// MARK: - Answering

extension Route {
  /// Answers `request`, of a client with the role and with parameters as they are described.
  ///
  /// - Throws: ``Problem`` without a token or with a session that has ended (401), or for a parameter (400); `AuthorityError`
  ///   with a lower role (403); errors of the handler.
  func respond(to request: Request, _ context: FeedRequestContext) async throws -> Response {
    var context = context
    context.role = role
    if let role { try context.require(role) }
    let request = request.keepingParameters(where: isGiven)
    try check(request, context)
    return try await handler(request, context)
  }

  private var queryParameters: [Parameter] { parameters.filter { $0.place == .query } }

  private func isGiven(_ name: Substring) -> Bool {
    switch query {
    case .open: true
    case .declared: !TrackingParameter.isOne(name)
    case .shared:
      (queryParameters + refused).contains {
        $0.name == name.removingPercentEncoding ?? String(name)
      }
    }
  }

  /// Refuses parameters that are not known, repeated, or outside of their schema, and those that need a higher role.
  private func check(_ request: Request, _ context: FeedRequestContext) throws {
    if query != .open {
      let known = Set(queryParameters.map(\.name))
      for name in try request.parameters().keys.sorted() where !known.contains(name) {
        throw Problem.unknownParameter(name, expected: expectation(insteadOf: name))
      }
    }
    for parameter in queryParameters {
      guard let text = try request.text(parameter) else {
        if parameter.isRequired { try parameter.refuse("nothing") }
        continue
      }
      if let role = parameter.role { try context.require(role) }
      guard parameter.accepts(text) else { try parameter.refuse(text.quotedExcerpt) }
    }
  }

  private func expectation(insteadOf name: String) -> String {
    if let refused = refused.first(where: { $0.name == name }) { return refused.description }
    return queryParameters.isEmpty
      ? "no parameters" : "one of \(queryParameters.map(\.name).joined(separator: ", "))"
  }
}
