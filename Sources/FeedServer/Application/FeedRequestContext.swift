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

  /// Where the request came from; `nil` if it came over no connection.
  let connection: (any Channel)?

  package init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    connection = source.channel
  }

  /// The context of a request that came over no connection.
  init(logger: Logger) {
    coreContext = CoreRequestContextStorage(source: WithoutConnection(logger: logger))
    connection = nil
  }

  private struct WithoutConnection: RequestContextSource {
    let logger: Logger
  }
}
