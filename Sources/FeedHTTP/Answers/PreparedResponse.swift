import FeedModel
import FeedPublisher
import HTTPTypes
import NIOCore
import NIOHTTP1

/// A response with a document in memory, with as much of it in bytes as is the same for all requests.
final class PreparedResponse: Sendable {
  /// The properties of requests on which the bytes depend.
  struct Variant: Hashable, Sendable {
    let coding: ContentCoding
    let isHead: Bool
    /// Whether the client has the document.
    let isKnown: Bool
    /// The page's origin, if responses differ by it.
    let origin: String?
  }

  /// The size up to which a body is sent in one piece with its head, in bytes.
  static let maximumJoinedSize = 16 << 10
  /// The size of the fields that differ, about.
  private static let differingSize = 256

  let status: HTTPResponse.Status
  /// The status line and the fields that are the same in every response.
  private let beginning: ByteBuffer
  /// Empty for HEAD, and if the client has the document.
  let body: ByteBuffer
  /// The owner of the bytes of `body`, if other responses share them.
  let shared: SharedBody?
  /// The moments on which `Cache-Control` depends; `nil` if it is always the same.
  private let boundaries: Boundaries?
  /// Where responses are counted and timed.
  let total: CounterSeries
  let durations: HistogramSeries

  /// - Parameters:
  ///   - head: The head with the fields that are the same in every response.
  ///   - boundaries: The moments on which `Cache-Control` depends, which then is no such field.
  init(
    _ head: HTTPResponse, body: ByteBuffer, shared: SharedBody?, boundaries: Boundaries?,
    total: CounterSeries, durations: HistogramSeries
  ) {
    status = head.status
    var beginning = ByteBuffer()
    beginning.writeString("HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n")
    for field in head.headerFields where boundaries == nil || field.name != .cacheControl {
      beginning.writeField(field.name.rawName, field.value)
    }
    self.beginning = beginning
    self.body = body
    self.shared = shared
    self.boundaries = boundaries
    self.total = total
    self.durations = durations
  }

  /// The size in memory, in bytes.
  var byteCount: Int { 512 + beginning.readableBytes + body.readableBytes }

  /// Whether the body may be longer than what a connection's buffer takes at once: then it is known when it is sent.
  var isSentSlowly: Bool { body.readableBytes > SocketHandler.bufferSize }

  /// The bytes of the body that a connection has for itself, or as good as.
  var ownByteCount: Int { isSentSlowly && shared != nil ? 0 : body.readableBytes }

  /// The response at `now`: its head, and its body unless that is joined to the head.
  ///
  /// - Parameters:
  ///   - date: The time as HTTP writes it.
  ///   - rate: The values of `RateLimit`; `nil` without a limit.
  func bytes(
    at now: Timestamp, date: String, requestID: String, rate: RateLimits.Quota?
  ) -> (head: ByteBuffer, body: ByteBuffer?) {
    let isJoined = body.readableBytes <= Self.maximumJoinedSize
    var buffer = ByteBuffer()
    buffer.reserveCapacity(
      beginning.readableBytes + Self.differingSize + (isJoined ? body.readableBytes : 0))
    buffer.writeImmutableBuffer(beginning)
    if let boundaries {
      buffer.writeField("Cache-Control", CachePolicy.content(until: boundaries, at: now).rawValue)
    }
    buffer.writeField("Date", date)
    buffer.writeField("X-Request-ID", requestID)
    if let rate { buffer.writeField("RateLimit", rate.text) }
    buffer.writeStaticString("\r\n")
    if isJoined { buffer.writeImmutableBuffer(body) }
    return (buffer, isJoined ? nil : body)
  }
}

extension ByteBuffer {
  fileprivate mutating func writeField(_ name: String, _ value: String) {
    writeString(name)
    writeStaticString(": ")
    writeString(value)
    writeStaticString("\r\n")
  }
}
