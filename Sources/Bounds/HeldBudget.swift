import Synchronization

/// A budget of what clients hold at a time, such as memory or connections: so much in all, and so much of it one client.
package final class HeldBudget<Client: Hashable & Sendable>: Sendable {
  /// Why there was no room.
  package enum Refusal: String, Sendable {
    /// One client would have held more than its share.
    case client
    /// All clients together would have held more than there is.
    case total
  }

  /// What is held in all, at most.
  package let maximum: Int
  /// What one client holds, at most.
  package let maximumOfOneClient: Int
  private let state = Mutex((used: 0, clients: [Client: Int]()))

  package init(_ maximum: Int, ofOneClient share: Int) {
    self.maximum = maximum
    maximumOfOneClient = share
  }

  /// How much is held.
  package var used: Int { state.withLock { $0.used } }

  /// Takes `count` more for `client`, unless there is no room.
  ///
  /// - Parameter isShared: Whether that is many clients, for which the share of one is no limit.
  /// - Returns: why there is no room; `nil` if there is.
  package func take(
    _ count: Int, by client: Client, isShared: Bool = false
  ) -> Refusal? {
    state.withLock { state in
      if count > maximum - state.used { return .total }
      let own = state.clients[client] ?? 0
      if !isShared, count > maximumOfOneClient - own { return .client }
      state.used += count
      state.clients[client] = own + count
      return nil
    }
  }

  /// Counts `count` more of `client`, whether there is room or not; less if it is negative.
  package func add(_ count: Int, of client: Client) {
    state.withLock { state in
      state.used += count
      let own = (state.clients[client] ?? 0) + count
      state.clients[client] = own > 0 ? own : nil
    }
  }
}
