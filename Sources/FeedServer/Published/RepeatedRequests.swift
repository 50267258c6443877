import FeedModel
import HTTPTypes
import NIOCore
import Synchronization

/// Requests by the bytes in which they were sent, with their answers: those of the connections of one event loop.
///
/// Clients repeat their requests byte by byte, and a request that has been parsed once means the same the next time.
final class RepeatedRequests {
  /// The largest head of a request that is kept, in bytes.
  static let maximumHeadSize = 4 << 10
  /// The bytes of requests and answers that are kept in each of two generations.
  private static let maximumByteCount = 4 << 20

  /// Those used since `former` was the current generation.
  private var current: [ByteBuffer: RepeatedAnswer] = [:]
  private var former: [ByteBuffer: RepeatedAnswer] = [:]
  private var byteCount = 0

  /// The answer to the request whose head is `bytes`, if it is known.
  subscript(bytes: ByteBuffer) -> RepeatedAnswer? {
    if let answer = current[bytes] { return answer }
    guard let answer = former[bytes] else { return nil }
    store(answer, for: bytes)
    return answer
  }

  /// Keeps `answer` to the request whose head is `bytes`.
  func store(_ answer: RepeatedAnswer, for bytes: ByteBuffer) {
    // A copy: the bytes may be part of a large buffer.
    let key = ByteBuffer(bytes: bytes.readableBytesView)
    let size = key.readableBytes + answer.byteCount
    guard size <= Self.maximumByteCount else { return }
    if byteCount + size > Self.maximumByteCount {
      former = current
      current = [:]
      byteCount = 0
    }
    let replaced = current.updateValue(answer, forKey: key)
    byteCount += size - (replaced.map { key.readableBytes + $0.byteCount } ?? 0)
  }
}

/// The repeated requests of all event loops: no connection waits for one of another loop.
final class RepeatedRequestPool: Sendable {
  private let requests = Mutex<[ObjectIdentifier: NIOLoopBound<RepeatedRequests>]>([:])

  /// The requests of `eventLoop`, on which this is called.
  func requests(on eventLoop: any EventLoop) -> RepeatedRequests {
    requests.withLock { requests in
      let known = requests[ObjectIdentifier(eventLoop)]
      let own = known ?? NIOLoopBound(RepeatedRequests(), eventLoop: eventLoop)
      requests[ObjectIdentifier(eventLoop)] = own
      return own.value
    }
  }
}

/// An answer to a repeated request, with as much of it as can be written beforehand.
final class RepeatedAnswer {
  /// The size up to which a body is sent in one piece with its head, in bytes.
  static let maximumJoinedSize = 16 << 10

  let answer: PreparedAnswer
  /// The line and the fields that are the same in every response.
  private let beginning: ByteBuffer

  init(_ answer: PreparedAnswer) {
    self.answer = answer
    var buffer = ByteBuffer()
    let status = answer.head.status
    buffer.writeString("HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n")
    for field in answer.head.headerFields where answer.sends(field.name) {
      buffer.writeField(field.name.rawName, field.value)
    }
    beginning = buffer
  }

  /// The estimated size in memory, in bytes, with the parsed request and its fields.
  var byteCount: Int { 4_096 + beginning.readableBytes + answer.body.readableBytes }

  /// The response with `fields`: its head, and its body unless that is joined to the head.
  func response(
    _ fields: ResponseFields, allocator: ByteBufferAllocator
  ) -> (head: ByteBuffer, body: ByteBuffer?) {
    let body = answer.body
    let isJoined = body.readableBytes <= Self.maximumJoinedSize
    var buffer = allocator.buffer(
      capacity: beginning.readableBytes + 256 + (isJoined ? body.readableBytes : 0))
    buffer.writeImmutableBuffer(beginning)
    fields.forEach { buffer.writeField($0.rawName, $1) }
    buffer.writeStaticString("\r\n")
    if isJoined { buffer.writeImmutableBuffer(body) }
    return (buffer, isJoined ? nil : body)
  }
}

extension PreparedAnswer {
  /// Whether a field of the prepared head is part of every response.
  fileprivate func sends(_ name: HTTPField.Name) -> Bool {
    // A 304 response has no content (RFC 9110, section 15.4.5).
    !(name == .contentLength && head.status == .notModified)
      && !(name == .cacheControl && boundaries != .none)
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
