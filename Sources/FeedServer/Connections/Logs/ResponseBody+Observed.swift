import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NIOHTTPTypes
import Synchronization

/// How much of a response's body was sent.
struct SentBody {
  let bytes: Int
  /// Whether that is all of it.
  let isWhole: Bool
}

extension ResponseBody {
  /// What a connection takes at once, whatever its client does: NIO's mark for buffers that are full.
  private static let bufferSize = 64 << 10

  /// The same body, of which `onEnd` is told once it is sent, or cannot be.
  ///
  /// For a body that a connection takes at once, that is now.
  ///
  /// - Parameter connection: what the body waits for before it ends; `nil` for nothing.
  func observed(
    on connection: (any Channel)?, _ onEnd: @escaping @Sendable (SentBody) -> Void
  ) -> ResponseBody {
    if let contentLength, contentLength <= Self.bufferSize {
      onEnd(SentBody(bytes: contentLength, isWhole: true))
      return self
    }
    let body = self
    return ResponseBody(contentLength: contentLength) { writer in
      let count = ByteCount()
      do {
        try await body.write(
          ObservedWriter(writer: writer, connection: connection, count: count))
      } catch {
        onEnd(SentBody(bytes: count.value, isWhole: false))
        throw error
      }
      onEnd(SentBody(bytes: count.value, isWhole: true))
    }
  }
}

/// Counts what is written, and ends a body only when the system has taken all of it.
private struct ObservedWriter: ResponseBodyWriter {
  var writer: any ResponseBodyWriter
  let connection: (any Channel)?
  let count: ByteCount

  @concurrent mutating func write(_ buffer: ByteBuffer) async throws {
    count.add(buffer.readableBytes)
    try await writer.write(buffer)
  }

  @concurrent consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
    // Nothing, behind everything else. Ended before, the connection would count as idle, and be closed
    // while a slow client is still taking its response.
    try await connection?.writeAndFlush(HTTPResponsePart.body(ByteBuffer())).get()
    try await writer.finish(trailingHeaders)
  }
}

private final class ByteCount: Sendable {
  private let bytes = Atomic(0)

  var value: Int { bytes.load(ordering: .relaxed) }

  func add(_ count: Int) { bytes.add(count, ordering: .relaxed) }
}
