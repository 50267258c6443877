import Bounds
import HTTPTypes
import Synchronization

/// A budget for the memory that clients occupy: the bodies that the server receives, what is made for an answer, and the
/// answers that they have not received yet.
///
/// One client can use half of it.
package final class MemoryBudget: Sendable {
  /// Bodies and answers up to this size are not counted, in bytes.
  static let freeSize = 64 << 10

  /// In bytes.
  private let bytes: HeldBudget<RateLimits.Subject?>
  private let onRefusal: @Sendable (_ reason: String) -> Void

  /// - Parameter onRefusal: Called with the reason: `client` if one client would use more than its share, or `total`.
  package init(maximum: Int, onRefusal: @escaping @Sendable (_ reason: String) -> Void = { _ in }) {
    bytes = HeldBudget(maximum, ofOneClient: maximum / 2)
    self.onRefusal = onRefusal
  }

  /// How much is used, in bytes.
  package var used: Int { bytes.used }

  /// The memory of one request, or of what waits on a connection, which is given back with the last reference to it.
  package final class Reservation: Sendable {
    private let budget: MemoryBudget
    private let client: RateLimits.Subject?
    /// Whether it is that of many clients, for which the share of one is no limit.
    private let isShared: Bool
    private let sizes = Mutex((held: 0, reserved: 0))

    fileprivate init(in budget: MemoryBudget, for client: RateLimits.Subject?, isShared: Bool) {
      self.budget = budget
      self.client = client
      self.isShared = isShared
    }

    deinit {
      let reserved = sizes.withLock { $0.reserved }
      budget.bytes.add(-reserved, of: client)
    }

    /// Counts `count` more received bytes, up to `limit` altogether, and makes room for the buffer that holds them.
    ///
    /// - Throws: ``Problem`` if there is no room.
    func add(_ count: Int, upTo limit: Int) throws(Problem) {
      let held = sizes.withLock { sizes in
        sizes.held = min(sizes.held + count, limit)
        return sizes.held
      }
      try grow(to: MemoryBudget.bufferSize(of: held))
    }

    /// Makes room for `size` bytes altogether, at most for all that the client can have. A small number needs none. One
    /// task at a time makes room.
    ///
    /// - Throws: ``Problem`` if there is no room.
    func grow(to size: Int) throws(Problem) {
      let needed = min(size, budget.bytes.maximumOfOneClient)
      if size > MemoryBudget.freeSize, needed > sizes.withLock(\.reserved) { try hold(needed) }
    }

    /// Makes room for what is made for an answer, of `size` bytes altogether, as ``grow(to:)`` does. The body has been
    /// read, so that the connection stays.
    ///
    /// - Throws: ``Problem`` if there is no room.
    package func makeRoom(for size: Int) throws(Problem) {
      do { try grow(to: size) } catch {
        var problem = error
        problem.headers[.connection] = nil
        throw problem
      }
    }

    /// Changes the size to exactly `size` bytes, however few they are.
    ///
    /// - Throws: ``Problem`` if there is no room for more; then it stays as it is.
    func hold(_ size: Int) throws(Problem) {
      try sizes.withLock { sizes throws(Problem) in
        if size > sizes.reserved {
          try budget.require(
            size - sizes.reserved, of: client, isKept: true, isShared: isShared)
        } else {
          budget.bytes.add(size - sizes.reserved, of: client)
        }
        sizes.reserved = size
      }
    }

    /// Counts `size` bytes altogether, whether there is room for them or not.
    func count(_ size: Int) {
      guard size > MemoryBudget.freeSize else { return }
      sizes.withLock { sizes in
        guard size > sizes.reserved else { return }
        budget.bytes.add(size - sizes.reserved, of: client)
        sizes.reserved = size
      }
    }
  }

  /// An empty reservation for a body or an answer of `client`.
  ///
  /// - Parameter isShared: whether it is that of many clients, for which the share of one is no limit.
  func reservation(for client: RateLimits.Subject?, isShared: Bool = false) -> Reservation {
    Reservation(in: self, for: client, isShared: isShared)
  }

  /// Refuses a body of `size` bytes for which there is no room at the moment.
  ///
  /// - Throws: ``Problem`` if there is no room.
  func requireRoom(forBody size: Int, of client: RateLimits.Subject?) throws(Problem) {
    guard size > Self.freeSize else { return }
    try require(
      min(Self.bufferSize(of: size), bytes.maximumOfOneClient), of: client, isKept: false)
  }

  /// The size of the buffer in which `count` bytes are received: it grows to the next power of two.
  private static func bufferSize(of count: Int) -> Int {
    1 << (Int.bitWidth - max(0, count - 1).leadingZeroBitCount)
  }

  private func require(
    _ count: Int, of client: RateLimits.Subject?, isKept: Bool, isShared: Bool = false
  ) throws(Problem) {
    guard let refusal = bytes.take(count, by: client, isShared: isShared, isKept: isKept) else {
      return
    }
    onRefusal(refusal.rawValue)
    throw Problem.outOfMemory(
      refusal == .client
        ? "the requests of this client use as much memory as one client can"
        : "the requests of all clients use as much memory as there is for them")
  }
}

extension Problem {
  fileprivate static func outOfMemory(_ reason: String) -> Problem {
    Problem(
      status: .serviceUnavailable, code: "server_full", title: "Server full",
      detail: "\(reason); try again later",
      // The body, which may be large, is not read.
      headers: [.retryAfter: "5", .connection: "close"])
  }
}
