import Bounds
import FeedPublisher
import NIOCore
import Synchronization

/// The bytes of a published document in one coding, which all responses with it write without a copy of their own.
///
/// While a client takes its time for them, they count once in the memory budget: nobody else may have them any more.
final class SharedBody: Sendable {
  /// The smallest one that is shared, in bytes: smaller ones are sent in one piece with their heads.
  private static let minimumSize = PreparedResponse.maximumJoinedSize + 1
  /// The bodies that responses of this process use, by their entity tags: equal tags are those of equal bytes. Those that
  /// have gone are removed when there are too many.
  private static let all = Mutex((bodies: [String: @Sendable () -> SharedBody?](), maximum: 64))

  let bytes: ByteBuffer
  /// The memory that the bytes take as long as a response with them is being sent.
  private let reservation = Mutex<@Sendable () -> MemoryBudget.Reservation?>({ nil })

  private init(_ bytes: [UInt8]) {
    self.bytes = ByteBuffer(bytes: bytes)
  }

  /// The body with the bytes of `representation`; `nil` for one that is too small to be shared.
  static func of(_ representation: PublishedDocument.Representation) -> SharedBody? {
    guard representation.bytes.count >= minimumSize else { return nil }
    return all.withLock { all in
      if let known = all.bodies[representation.entityTag]?() { return known }
      let made = SharedBody(representation.bytes)
      all.bodies[representation.entityTag] = { [weak made] in made }
      if all.bodies.count > all.maximum {
        all.bodies = all.bodies.filter { $0.value() != nil }
        all.maximum = max(64, all.bodies.count * 2)
      }
      return made
    }
  }

  /// Lends the bytes to a response to `client`, on whose account they are until the last response is sent.
  ///
  /// - Returns: the memory that they take, for the response to keep; `nil` if there is no room in `budget`.
  func lend(
    to client: Client?, in budget: MemoryBudget
  ) -> MemoryBudget.Reservation? {
    reservation.withLock { reservation in
      if let known = reservation() { return known }
      let made = budget.reservation(for: client)
      guard (try? made.hold(bytes.readableBytes)) != nil else { return nil }
      reservation = { [weak made] in made }
      return made
    }
  }
}
