import Caching
import NIOCore

/// The requests that were answered from memory more than once, by the bytes in which they were sent: those of the
/// connections of one event loop.
///
/// Clients and caches repeat their requests to the byte, and bytes that the decoder has read as one request mean the same
/// the next time. There is nothing to parse here, and there are no answers: a request that is known goes the way of one
/// that was decoded.
final class RepeatedHeads {
  /// The largest head that is kept, in bytes.
  static let maximumHeadSize = 4 << 10
  /// The most bytes of heads that are kept.
  private static let maximumByteCount = 2 << 20
  /// The number of heads seen once that are remembered, at most: a power of two.
  private static let seenCount = 4_096

  private var known = LRUCache<Int, (head: ByteBuffer, request: PlainRequest)>(
    maximumByteCount: maximumByteCount)
  /// The hash values of heads, by their last bits: most heads of a proxy never come again.
  private var seen = [Int](repeating: 0, count: seenCount)
  private let hash: (ByteBuffer) -> Int

  init(hash: @escaping (ByteBuffer) -> Int = \.hashValue) {
    self.hash = hash
  }

  /// The request that `head` was the last time.
  func request(_ head: ByteBuffer) -> PlainRequest? {
    guard let known = known.use(hash(head)), known.head == head else { return nil }
    return known.request
  }

  /// Notes that `head` was decoded as `request` and nothing else, and answered from memory.
  func note(_ head: ByteBuffer, _ request: PlainRequest) {
    guard head.readableBytes <= Self.maximumHeadSize else { return }
    let hash = hash(head)
    let place = hash & (Self.seenCount - 1)
    guard seen[place] == hash else {
      seen[place] = hash
      return
    }
    // A copy, since the bytes are part of a larger buffer; the strings of the request take about as much.
    let copy = ByteBuffer(bytes: head.readableBytesView)
    known.store((copy, request), byteCount: 512 + 2 * head.readableBytes, for: hash)
    known.shrink()
  }
}
