import HTTPTypes
import HummingbirdCore
import NIOCore

/// What a client expects of the server before it sends the rest of its request (RFC 9110, section 10.1.1).
struct Expectations {
  private static let interim = "100-continue"

  /// In lower case.
  private let names: [String]

  /// - Parameters:
  ///   - field: a value of `Expect`.
  ///   - others: what the fields before expect; `nil` if it is the first one.
  init(_ field: String, besides others: Expectations?) {
    let own = field.split(separator: ",").map { $0.trimmed.lowercased() }.filter { !$0.isEmpty }
    names = (others?.names ?? []) + own
  }

  var wantInterim: Bool { names.contains(Self.interim) }

  var canBeMet: Bool { names.allSatisfy { $0 == Self.interim } }
}

extension RequestBody {
  /// The body of a request whose client may wait to be asked for it. It is asked when the body is first read: by then the
  /// path, the rights, the media type and the announced length of the request are accepted.
  func asking(_ link: ConnectionLink?) -> RequestBody {
    let beginning = AsyncStream<Void> { beginning in
      beginning.yield()
      beginning.finish()
    }
    return RequestBody(
      asyncSequence: beginning.flatMap {
        // A closed connection has no handlers.
        _ = try? await link?.channel.eventLoop.submit {
          try link?.channel.pipeline.syncOperations.handler(type: ConnectionHandler.self)
            .askForBody()
        }.get()
        return self
      })
  }
}

extension Problem {
  /// The connection is closed, because the client may wait with the body, or send it.
  static let expectationFailed = Problem(
    status: .expectationFailed, code: "expectation_failed",
    detail: "Expect: expected 100-continue, found something else",
    headers: [.connection: "close"])
}
