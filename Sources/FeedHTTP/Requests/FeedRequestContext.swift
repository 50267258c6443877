package import FeedStore
import FeedModel
import HTTPTypes
package import NIOCore
import StrictJSON
import Synchronization

/// The state of a request that its steps pass on to the route's handler.
package struct FeedRequestContext: Sendable {
  /// What the client has sent before the body.
  let head: ReceivedHead
  /// The id in the response, in problem documents and in log lines: the client's or a new one.
  package let requestID: String
  /// The owner of the request's token or session; `nil` for a public request.
  package var identity: Identity? {
    didSet { if let identity { outcome.note(identity) } }
  }
  /// Why the request is refused once it is counted: its path is malformed, or its token not accepted.
  package var refusal: Problem?
  /// Why the session in the request's cookie is not accepted. The request is public, and routes that need a role answer with
  /// this; `nil` without such a cookie.
  package var endedSession: Problem?
  /// Whether the client's connection is encrypted, as far as a trusted proxy says so.
  package internal(set) var isEncrypted = false
  /// The routes that the path is for; `nil` for an unknown path.
  var match: RouteMatch?
  /// The role that the route requires; `nil` for a public route.
  package internal(set) var role: TokenRole?
  /// The address at the other end of the connection; `nil` without a connection.
  package let peerAddress: IPAddress?
  /// The client's address according to trusted proxies; `nil` without a connection.
  package var clientAddress: IPAddress?
  /// The token that the request counts for already; `nil` for none, or if it is not known yet.
  var countedToken: Int?
  /// The data about the request that later steps pass to earlier ones.
  package let outcome = RequestOutcome()
  /// The request's connection; `nil` for a request without one.
  let link: ConnectionLink?
  /// The channel of the request's connection; `nil` for a request without one.
  package var connection: (any Channel)? { link?.channel }

  /// - Parameters:
  ///   - link: The connection; `nil` for a request without one.
  ///   - peer: The address at the other end.
  ///   - makeID: Makes the id of a request that has none.
  init(
    of head: ReceivedHead, on link: ConnectionLink?, from peer: IPAddress?,
    makeID: @Sendable () -> String
  ) {
    self.head = head
    self.link = link
    requestID = head.acceptableID ?? makeID()
    peerAddress = peer
    clientAddress = peer
  }
}

extension Channel {
  /// The address at the other end of the connection; `nil` for a connection that is closed.
  var peerAddress: IPAddress? { remoteAddress?.ipAddress.flatMap { IPAddress($0) } }
}

/// The data that handlers pass to earlier steps, which only see the response.
package final class RequestOutcome: Sendable {
  private let state = Mutex<(tokenName: String?, neededRole: TokenRole?)>((nil, nil))

  var tokenName: String? { state.withLock { $0.tokenName } }

  /// The highest role that the request was found to need; `nil` for none.
  package var neededRole: TokenRole? { state.withLock { $0.neededRole } }

  fileprivate func note(_ identity: Identity) { state.withLock { $0.tokenName = identity.name } }

  /// Notes that the request needs `role`.
  package func note(needing role: TokenRole) {
    state.withLock { $0.neededRole = max($0.neededRole ?? role, role) }
  }
}

// MARK: - Roles

extension FeedRequestContext {
  /// The client, if its token or session had at least `role` when the request began.
  ///
  /// - Throws: ``Problem`` without a token or with a session that has ended (401), or `AuthorityError` with a lower role
  ///   (403).
  @discardableResult package func require(_ role: TokenRole) throws -> Identity {
    guard let identity else { throw endedSession ?? Problem.tokenRequired(role) }
    try identity.require(role)
    outcome.note(needing: role)
    return identity
  }
}

extension Problem {
  /// - Parameter role: The lowest sufficient role.
  package static func tokenRequired(_ role: TokenRole) -> Problem {
    Problem(
      status: .unauthorized, code: "token_required",
      detail: "expected a token of \(role.words) as Authorization: Bearer …",
      headers: [.wwwAuthenticate: "Bearer"])
  }
}

// MARK: - Path parameters

extension FeedRequestContext {
  /// The id in the path, which belongs to `what`.
  package func identifier(of what: String) throws -> Int {
    let text = try pathParameter("id")
    guard let id = Int(text), id > 0, text == String(id) else {
      throw Problem.notFound("\(what) has no item \(text)\(SafeInteger.bounds(insteadOf: text))")
    }
    return id
  }
}
