import HTTPTypes
import Synchronization

/// The memory that clients make the server hold: the bodies that it receives, and the answers that they have
/// not taken yet.
///
/// One client can use half of it.
final class MemoryBudget: Sendable {
  /// Bodies and answers up to this size are not counted, in bytes.
  static let freeSize = 64 << 10

  /// Why there was no room.
  enum Refusal: String {
    /// One client would have used more than its share.
    case client
    /// All clients together would have used more than there is.
    case total
  }

  private struct State {
    var used = 0
    var clients: [RateLimits.Subject?: Int] = [:]
  }

  /// In bytes.
  let maximum: Int
  private let onRefusal: @Sendable (Refusal) -> Void
  private let state = Mutex(State())

  init(maximum: Int, onRefusal: @escaping @Sendable (Refusal) -> Void = { _ in }) {
    self.maximum = maximum
    self.onRefusal = onRefusal
  }

  /// How much is used, in bytes.
  var used: Int { state.withLock { $0.used } }

  /// Memory that is given back with the last reference to it.
  final class Reservation: Sendable {
    private let giveBack: @Sendable () -> Void

    fileprivate init(giveBack: @escaping @Sendable () -> Void) {
      self.giveBack = giveBack
    }

    deinit { giveBack() }
  }

  /// Room for `count` bytes of `client`, at most for all that it can have; `nil` for a small number, which needs none.
  ///
  /// - Throws: ``Problem`` if there is no room.
  func reserve(_ count: Int, for client: RateLimits.Subject?) throws(Problem) -> Reservation? {
    guard count > Self.freeSize else { return nil }
    let count = min(count, maximum / 2)
    let refusal = state.withLock { state -> Refusal? in
      let own = state.clients[client] ?? 0
      if state.used + count > maximum { return .total }
      if own + count > maximum / 2 { return .client }
      state.used += count
      state.clients[client] = own + count
      return nil
    }
    if let refusal {
      onRefusal(refusal)
      throw Problem.outOfMemory(refusal)
    }
    return Reservation { [self] in giveBack(count, of: client) }
  }

  private func giveBack(_ count: Int, of client: RateLimits.Subject?) {
    state.withLock { state in
      state.used -= count
      let rest = (state.clients[client] ?? 0) - count
      state.clients[client] = rest > 0 ? rest : nil
    }
  }
}

extension Problem {
  fileprivate static func outOfMemory(_ refusal: MemoryBudget.Refusal) -> Problem {
    let reason =
      switch refusal {
      case .client: "the requests of this client use as much memory as one client can"
      case .total: "the requests of all clients use as much memory as there is for them"
      }
    return Problem(
      status: .serviceUnavailable, code: "server_full", title: "Server full",
      detail: "\(reason); try again later",
      // The body, which may be large, is not read.
      headers: [.retryAfter: "5", .connection: "close"])
  }
}
