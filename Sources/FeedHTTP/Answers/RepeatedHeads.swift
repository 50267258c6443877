import NIOCore

/// The requests that were answered from memory more than once, by the bytes in which they were sent: those of the
/// connections of one event loop.
///
/// Clients and caches repeat their requests to the byte, and bytes that the decoder has read as one request mean the same
/// the next time. There is nothing to parse here, and there are no answers: a request that is known goes the way of one
/// that was decoded.
struct RepeatedHeads {
  /// The largest head that is kept, in bytes.
  static let maximumHeadSize = 4 << 10
  /// The most heads that are kept: a power of two. A head takes the place of one with the same last bits of its hash value.
  static let maximumCount = 512
  /// The number of hash values of heads that were seen once: a power of two.
  private static let seenCount = 4_096

  private var known = [(head: ByteBuffer, request: ReceivedHead)?](
    repeating: nil, count: maximumCount)
  /// Most heads of a proxy never come again: a head is kept when its hash value is here.
  private var seen = [Int](repeating: 0, count: seenCount)

  /// The request that `head` was the last time.
  func request(_ head: ByteBuffer, hash: Int) -> ReceivedHead? {
    guard let known = known[hash & (Self.maximumCount - 1)], known.head == head else { return nil }
    return known.request
  }

  /// Notes that `head` was decoded as `request` and nothing else, and answered from memory.
  mutating func note(_ head: ByteBuffer, hash: Int, _ request: ReceivedHead) {
    let place = hash & (Self.seenCount - 1)
    guard seen[place] == hash else {
      seen[place] = hash
      return
    }
    // A copy, since the bytes are part of a larger buffer.
    known[hash & (Self.maximumCount - 1)] = (ByteBuffer(bytes: head.readableBytesView), request)
  }
}
