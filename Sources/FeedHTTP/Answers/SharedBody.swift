import FeedPublisher
import NIOCore
import Synchronization

/// The bytes of a published document in one coding, which all responses with it write without a copy of their own.
///
/// While a client takes its time for them, they count once in the memory budget: nobody else may have them any more.
final class SharedBody: Sendable {
  /// The smallest one that is shared, in bytes: smaller ones are sent in one piece with their heads.
  static let minimumSize = PreparedResponse.maximumJoinedSize + 1

  let bytes: ByteBuffer
  private let lent = Mutex<(count: Int, reservation: MemoryBudget.Reservation?)>((0, nil))

  fileprivate init(_ bytes: [UInt8]) {
    self.bytes = ByteBuffer(bytes: bytes)
  }

  /// The use of the bytes by a response that is not sent yet. It ends with the last reference to it.
  final class Loan: Sendable {
    private let body: SharedBody

    fileprivate init(_ body: SharedBody) {
      self.body = body
    }

    deinit { body.giveBack() }
  }

  /// Lends the bytes to a response to `client`, on whose account they are until the last response is sent.
  ///
  /// - Returns: `nil` if there is no room in `budget`.
  func lend(to client: RateLimits.Subject?, in budget: MemoryBudget) -> Loan? {
    let isLent = lent.withLock { lent in
      if lent.count == 0 {
        let reservation = budget.reservation(for: client)
        guard (try? reservation.hold(bytes.readableBytes)) != nil else { return false }
        lent.reservation = reservation
      }
      lent.count += 1
      return true
    }
    return isLent ? Loan(self) : nil
  }

  private func giveBack() {
    lent.withLock { lent in
      lent.count -= 1
      if lent.count == 0 { lent.reservation = nil }
    }
  }
}

/// The shared bodies that responses use, by their entity tags: equal tags are those of equal bytes.
final class SharedBodies: Sendable {
  /// The bodies of this process.
  static let all = SharedBodies()

  private struct Reference {
    weak var body: SharedBody?
  }

  private struct State {
    var references: [String: Reference] = [:]
    /// The number of references from which on those without a body are removed.
    var largestCount = 64
  }

  private let state = Mutex(State())

  /// The body with the bytes of `representation`; `nil` for one that is too small to be shared.
  func body(of representation: PublishedDocument.Representation) -> SharedBody? {
    guard representation.bytes.count >= SharedBody.minimumSize else { return nil }
    return state.withLock { state in
      if let known = state.references[representation.entityTag]?.body { return known }
      let made = SharedBody(representation.bytes)
      state.references[representation.entityTag] = Reference(body: made)
      if state.references.count > state.largestCount {
        state.references = state.references.filter { $0.value.body != nil }
        state.largestCount = max(64, state.references.count * 2)
      }
      return made
    }
  }
}
