import FeedHTTP
import FeedModel
import FeedServer
import FeedStore
import Synchronization
import TestSupport
import Testing

/// The server of the present test, which has the trait `.server` or `.listening`.
var server: LiveServer {
  guard let server = ServerTrait.present else {
    preconditionFailure("the test has no trait with a server")
  }
  return server
}

/// What editors of the present test present: the same token each time.
var editor: [String: String] { get async throws { try await server.presented(by: .editor) } }
/// What viewers of the present test present.
var viewer: [String: String] { get async throws { try await server.presented(by: .viewer) } }
/// What admins of the present test present.
var admin: [String: String] { get async throws { try await server.presented(by: .admin) } }
/// What contributors of the present test present.
var contributor: [String: String] {
  get async throws { try await server.presented(by: .contributor) }
}

/// The tokens that a test presents, by their roles.
final class PresentedTokens: Sendable {
  let headers = Mutex<[TokenRole: [String: String]]>([:])
}

/// Runs a test, or each test of a suite, beside a server of its own: see ``server``. The trait of a test counts, and
/// that of its suite if it has none.
final class ServerTrait: TestTrait, SuiteTrait, TestScoping {
  typealias Body = (LiveServer) async throws -> Void

  @TaskLocal fileprivate static var present: LiveServer?

  let isRecursive = true
  private let run: (@Sendable (Body) async throws -> Void)?

  fileprivate init(_ run: (@Sendable (Body) async throws -> Void)?) { self.run = run }

  func scopeProvider(for test: Test, testCase: Test.Case?) -> ServerTrait? {
    let own = test.traits.last { $0 is ServerTrait } as? ServerTrait
    return testCase != nil && own === self && run != nil ? self : nil
  }

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await run? { server in try await Self.$present.withValue(server) { try await function() } }
  }
}

extension Trait where Self == ServerTrait {
  /// A server without a port: what the application answers, behind all of its middleware.
  static var server: Self { .server() }
  /// None, beside tests of a suite that have one.
  static var noServer: Self { Self(nil) }
  /// A server on a port.
  static var listening: Self { .server(listens: true) }

  /// A server on a port, which is configured as ``LiveServer/run`` says.
  static func listening(
    logs: Bool = false, maximumBodySize: Int = 1 << 20, publishes: Bool = true,
    configure: @escaping LiveServer.Configure = { _ in },
    events: EventBroadcaster.Configuration = .init(),
    prepare: @escaping LiveServer.Prepare = { _, _ in }
  ) -> Self {
    .server(
      listens: true, logs: logs, maximumBodySize: maximumBodySize, publishes: publishes,
      configure: configure, events: events, prepare: prepare)
  }

  /// The server that `run` starts.
  static func server(by run: @escaping @Sendable (ServerTrait.Body) async throws -> Void) -> Self {
    Self(run)
  }

  /// A server that is configured as ``LiveServer/run`` says.
  static func server(
    listens: Bool = false, logs: Bool = false, maximumBodySize: Int = 1 << 20,
    publishes: Bool = true, configure: @escaping LiveServer.Configure = { _ in },
    events: EventBroadcaster.Configuration = .init(), locales: Locales = .standard,
    prepare: @escaping LiveServer.Prepare = { _, _ in }
  ) -> Self {
    Self { body in
      try await LiveServer.run(
        listens: listens, logs: logs, maximumBodySize: maximumBodySize, publishes: publishes,
        configure: configure, events: events, locales: locales, prepare: prepare, body)
    }
  }
}
