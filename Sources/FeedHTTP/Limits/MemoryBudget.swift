import FeedStore
import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTP1
import Synchronization

/// A budget for the memory that clients occupy: the bodies that the server receives, what is made for an answer, and the
/// answers that they have not received yet.
///
/// One client can use half of it.
package final class MemoryBudget: Sendable {
  /// Bodies and answers up to this size are not counted, in bytes.
  static let freeSize = 64 << 10

  /// In bytes.
  private let bytes: HeldBudget<Client?>
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
    private let client: Client?
    /// Whether it is that of many clients, for which the share of one is no limit.
    private let isShared: Bool
    private let sizes = Mutex((held: 0, reserved: 0))

    fileprivate init(in budget: MemoryBudget, for client: Client?, isShared: Bool) {
      self.budget = budget
      self.client = client
      self.isShared = isShared
    }

    deinit {
      let reserved = sizes.withLock { $0.reserved }
      budget.bytes.add(-reserved, of: client)
    }

    /// Counts `count` more received bytes, up to `limit` altogether, and makes room for the buffer that holds them.
    func add(_ count: Int, upTo limit: Int) throws(Problem) {
      let held = sizes.withLock { sizes in
        sizes.held = min(sizes.held + count, limit)
        return sizes.held
      }
      try grow(to: MemoryBudget.bufferSize(of: held))
    }

    /// Makes room for `size` bytes altogether, at most for all that the client can have. A small number needs none. One
    /// task at a time makes room.
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

    /// Changes the size to exactly `size` bytes, however few they are. It stays as it is if there is no room for more.
    func hold(_ size: Int) throws(Problem) {
      try sizes.withLock { sizes throws(Problem) in
        let count = size - sizes.reserved
        if count <= 0 {
          budget.bytes.add(count, of: client)
        } else if let refusal = budget.bytes.take(count, by: client, isShared: isShared) {
          budget.onRefusal(refusal.rawValue)
          throw .outOfMemory(refusal)
        }
        sizes.reserved = size
      }
    }

    /// Changes the size to `size` bytes, whether there is room for them or not.
    func count(_ size: Int) {
      sizes.withLock { sizes in
        budget.bytes.add(size - sizes.reserved, of: client)
        sizes.reserved = size
      }
    }
  }

  /// An empty reservation for a body or an answer of `client`.
  ///
  /// - Parameter isShared: whether it is that of many clients, for which the share of one is no limit.
  func reservation(for client: Client?, isShared: Bool = false) -> Reservation {
    Reservation(in: self, for: client, isShared: isShared)
  }

  /// Refuses a body of `size` bytes if there is no room for it now. Nothing is reserved.
  ///
  /// - Throws: ``Problem`` if there is no room.
  fileprivate func requireRoom(forBody size: Int, of client: Client?) throws(Problem) {
    let needed = min(Self.bufferSize(of: size), bytes.maximumOfOneClient)
    guard let refusal = bytes.refusal(of: needed, by: client) else { return }
    onRefusal(refusal.rawValue)
    throw .outOfMemory(refusal)
  }

  /// The size of the buffer in which `count` bytes are received: it grows to the next power of two.
  static func bufferSize(of count: Int) -> Int {
    1 << (Int.bitWidth - max(0, count - 1).leadingZeroBitCount)
  }
}

extension Problem {
  fileprivate static func outOfMemory(_ refusal: HeldBudget<Client?>.Refusal) -> Problem {
    let detail =
      switch refusal {
      case .client: "the requests of this client use as much memory as one client can"
      case .total: "the requests of all clients use as much memory as there is for them"
      }
    return Problem(
      status: .serviceUnavailable, code: "server_full", detail: "\(detail); try again later",
      // The body, which may be large, is not read.
      headers: [.retryAfter: "5", .connection: "close"])
  }
}

extension RequestPipeline {
  /// Calls `next`, with large bodies and answers counted in the memory budget as long as the request takes.
  ///
  /// - Throws: ``Problem`` if there is no room; errors of `next`.
  func countingBodies(
    of request: Request, _ context: FeedRequestContext,
    _ next: @Sendable (Request, FeedRequestContext) async throws -> Response
  ) async throws -> Response {
    let client = context.clientAddress.map(Client.init)
    // 1. The body takes room as it arrives: one that is only announced takes none from others.
    var request = request
    let (reservation, size) = (budget.reservation(for: client), bodySize(of: request, context))
    let maximumBodySize = configuration.limits.body.size
    if size > MemoryBudget.freeSize {
      try budget.requireRoom(forBody: size, of: client)
      request.body = RequestBody(
        asyncSequence: request.body.map { bytes in
          // A larger one is refused.
          try reservation.add(bytes.readableBytes, upTo: maximumBodySize)
          return bytes
        })
    }
    // 2. The answer takes room until the client has it.
    var response = try await next(request, context)
    withExtendedLifetime(reservation) {}
    if let size = response.body.contentLength, size > MemoryBudget.freeSize {
      let answer = budget.reservation(for: client)
      // The answer to a write is sent in any case.
      if context.effect(of: request.method) == .write {
        answer.count(size)
      } else {
        try answer.grow(to: size)
      }
      let content = response.body
      response.body = ResponseBody(contentLength: size) { writer in
        try await content.write(writer)
        withExtendedLifetime(answer) {}
      }
    }
    return response
  }

  /// The most bytes of the body of `request` that are held in memory; 0 without a body.
  private func bodySize(of request: Request, _ context: FeedRequestContext) -> Int {
    if context.match?.route(for: request.method)?.streamsBody == true { return 0 }
    if let length = request.headers[.contentLength].flatMap(Int.init) {
      return min(length, configuration.limits.body.size)
    }
    return request.headers[.transferEncoding] == nil ? 0 : configuration.limits.body.size
  }
}

extension MemoryBudget {
  /// Whether the body of the response with `head` is counted as a whole, and not when it waits on its connection.
  static func counts(_ head: HTTPResponseHead) -> Bool {
    let length = head.headers.first(name: "content-length").flatMap(Int.init)
    return length.map { $0 > freeSize } ?? false
  }
}
