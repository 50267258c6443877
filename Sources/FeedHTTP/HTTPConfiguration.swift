package import FeedModel
import HTTPTypes
import Synchronization

/// The address, the limits and the dependencies of connections and requests.
package struct HTTPConfiguration: Sendable {
  /// The `Server` of every response.
  package static let serverName = "tanada"

  /// The address to listen on.
  package let host: String
  /// The port to listen on; 0 picks a free one.
  package let port: Int
  /// The time of every limit, timeout and date.
  package let clock: any TimeSource
  /// Generates the id of a request that has none.
  package var makeRequestID: @Sendable () -> String
  /// The limits on connections and requests.
  package var limits = ServerLimits()
  /// The origins whose pages may read responses in a browser.
  package var origins = AllowedOrigins.none
  /// The proxies whose `X-Forwarded-For` is trusted.
  package var trustedProxies = AddressRanges.none
  /// Called with requests that a proxy has passed on, at least with the first one.
  package var onForwarded: (@Sendable () -> Void)?
  /// The log of requests; `nil` for none.
  package var accessLog: AccessLog?
  /// The type of responses that go on until their client leaves.
  package var endlessContentType = "text/event-stream"
  /// The paths whose requests no rate limits.
  package var unlimitedPaths: Set<String> = []
  /// Whether the server is about to stop.
  package let draining = Draining()

  package init(
    host: String, port: Int, clock: any TimeSource,
    makeRequestID: @escaping @Sendable () -> String
  ) {
    self.host = host
    self.port = port
    self.clock = clock
    self.makeRequestID = makeRequestID
  }
}

/// Makes the ids of requests: 32 random hexadecimal digits. Who knows some of them cannot tell others, nor how many there
/// were.
///
/// A random id for each request would take a system call, so that bytes are taken for many at once.
package final class RequestIDs: Sendable {
  private static let byteCount = 16
  /// How many ids the bytes are for that are asked for at once.
  private static let batchCount = 32

  private let randomBytes: @Sendable (Int) -> [UInt8]
  private let bytes = Mutex(ArraySlice<UInt8>())

  private init(randomBytes: @escaping @Sendable (Int) -> [UInt8]) { self.randomBytes = randomBytes }

  /// Makes an id that no other request has.
  ///
  /// - Parameter randomBytes: Unpredictable bytes, as many as it is asked for.
  package static func random(
    bytes randomBytes: @escaping @Sendable (Int) -> [UInt8]
  ) -> @Sendable () -> String {
    let ids = RequestIDs(randomBytes: randomBytes)
    return { ids.next() }
  }

  private func next() -> String {
    let id = bytes.withLock { bytes in
      if bytes.count < Self.byteCount { bytes = randomBytes(Self.batchCount * Self.byteCount)[...] }
      defer { bytes.removeFirst(Self.byteCount) }
      return bytes.prefix(Self.byteCount)
    }
    return String(unsafeUninitializedCapacity: 2 * Self.byteCount) { digits in
      for (index, byte) in id.enumerated() {
        digits[2 * index] = Self.digit(byte >> 4)
        digits[2 * index + 1] = Self.digit(byte & 0xF)
      }
      return 2 * Self.byteCount
    }
  }

  /// The client's `id`, if it is short and plain enough for headers and logs.
  static func acceptable(_ id: String) -> String? {
    (1...64).contains(id.utf8.count) && id.consists(of: "-_.") ? id : nil
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}

extension HTTPField.Name {
  static let requestID = field("X-Request-ID")
}

/// Whether the server is about to stop. For a while it still answers everything, so that a load balancer finds out by
/// `/readyz` and sends requests elsewhere; each answer is the last one on its connection.
package final class Draining: Sendable {
  private let hasBegun = Atomic<Bool>(false)

  /// Whether the server is about to stop.
  package var isUnderway: Bool { hasBegun.load(ordering: .relaxed) }

  /// The server is about to stop.
  func begin() { hasBegun.store(true, ordering: .relaxed) }
}

extension Problem {
  /// The code of the answer to `/readyz` while the server drains.
  package static let drainingCode = "draining"
}

/// The limits on the size, number and duration of requests, and on connections.
package struct ServerLimits: Sendable {
  /// The limits on JSON bodies.
  package var body = BodyLimits()
  /// The limits on calculations, searches and previews.
  package var work = WorkLimits()
  /// The maximum number of items that a layout is calculated of.
  package var layoutItems = 20_000
  /// The maximum number of texts of items that a search without a token goes through to sort and to count them.
  package var scannedTexts = 150_000
  /// The maximum size of a request's line and headers, in bytes.
  package var headerSize = 32 << 10
  /// The time in which the head of a request must arrive, and then its body. A body is given one more
  /// second for every ``RequestProgress/bytesPerSecond`` bytes received.
  package var requestTimeout = Duration.seconds(20)
  /// The time in which the whole body of a request must arrive, however steadily it comes.
  package var bodyTimeout = Duration.seconds(1_800)
  /// The time after which a connection is closed whose client receives nothing of a pending response.
  package var responseTimeout = Duration.seconds(60)
  /// The time for which a server that is to stop still accepts connections.
  package var drainDelay = Duration.zero
  /// The time in which the server is to stop, once it has drained. Connections are closed a little earlier: see ``stopGrace``.
  package var stopTimeout = Duration.seconds(30)
  /// The time after which a connection without a request is closed.
  package var idleTimeout = Duration.seconds(60)
  /// The maximum number of open connections; others wait until one closes.
  package var connections = 4_096
  /// The maximum number of open connections of one address, which is not a trusted proxy.
  package var connectionsPerAddress = 512
  /// The most memory that requests and their answers take, in bytes.
  package var clientMemory = 256 << 20
  /// GET and HEAD requests in a second from one address; 0 for no limit.
  package var readsPerSecond = 0
  /// Other requests in a second with one token, or from one address without a token; 0 for no limit.
  package var writesPerSecond = 0

  package init() {}

  /// The time that requests in flight are given when the server stops: the rest of ``stopTimeout`` is for
  /// closing connections and the store.
  var stopGrace: Duration { stopTimeout - min(.milliseconds(500), stopTimeout / 10) }
}

/// The limits on JSON bodies.
package struct BodyLimits: Sendable {
  /// The maximum size in bytes.
  package var size = 8 << 20
  /// The maximum nesting of arrays and objects.
  package var depth = 64

  package init() {}
}

/// The limits on work whose size clients choose.
package struct WorkLimits: Sendable {
  /// How many pieces of work run at once.
  package var running = 2
  /// How many more wait for their turn; others are refused.
  package var waiting = 256
  /// The time after which work is given up, from when it begins to wait.
  package var timeout = Duration.seconds(10)

  package init() {}

  /// How much work of one client waits: half of the places are for others.
  var waitingOfOneClient: Int { max(1, waiting / 2) }
}
