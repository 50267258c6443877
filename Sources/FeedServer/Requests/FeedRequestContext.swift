package import FeedStore
package import Hummingbird
import Logging
import NIOCore

/// What a request carries through the middleware to its handler.
package struct FeedRequestContext: RequestContext {
  package var coreContext: CoreRequestContextStorage
  /// On every response, in every problem and log line.
  package var requestID = ""
  /// Who asks; `nil` for the public.
  package var identity: Identity?
  /// Why nobody is told anything: the request's token is worth nothing.
  var refusal: Problem?
  /// The other end of the connection; `nil` without one.
  package let peerAddress: IPAddress?
  /// Where the request comes from, as trusted proxies say; `nil` without a connection.
  package var clientAddress: IPAddress?
  /// Who asked, for those further out who only see the response.
  let outcome = RequestOutcome()

  /// Where the request came from; `nil` if it came over no connection.
  let connection: (any Channel)?

  package init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    peerAddress = source.channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) }
    clientAddress = peerAddress
    connection = source.channel
  }

  /// The context of a request that came over no connection.
  init(logger: Logger) {
    coreContext = CoreRequestContextStorage(source: WithoutConnection(logger: logger))
    peerAddress = nil
    connection = nil
  }

  private struct WithoutConnection: RequestContextSource {
    let logger: Logger
  }
}
