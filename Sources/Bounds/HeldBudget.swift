import Synchronization

/// A budget for resources that clients hold for a time, such as memory or connections, with a maximum for all clients and
/// one for each.
package final class HeldBudget<ClientID: Hashable & Sendable>: Sendable {
  /// Why there was no room.
  package enum Refusal: String, Sendable {
    /// One client would have held more than its share.
    case client
    /// All clients together would have held more than there is.
    case total
  }

  /// The maximum for all clients together.
  package let maximum: Int
  /// The maximum for one client.
  package let maximumOfOneClient: Int
  private typealias State = (used: Int, clients: [ClientID: Int])

  private let state = Mutex<State>((0, [:]))

  package init(_ maximum: Int, ofOneClient share: Int) {
    self.maximum = maximum
    maximumOfOneClient = share
  }

  /// The amount that all clients hold.
  package var used: Int { state.withLock { $0.used } }

  /// Takes `count` more for `client`, unless there is no room.
  ///
  /// - Parameter isShared: Whether `client` stands for many clients, so that the maximum for one does not apply.
  /// - Returns: why there is no room; `nil` if there is.
  package func take(
    _ count: Int, by client: ClientID, isShared: Bool = false
  ) -> Refusal? {
    state.withLock { state in
      if let refusal = refusal(of: count, by: client, isShared: isShared, in: state) {
        return refusal
      }
      state.used += count
      state.clients[client, default: 0] += count
      return nil
    }
  }

  /// Looks for room for `count` more for `client`, and takes none.
  ///
  /// - Returns: why there is no room; `nil` if there is.
  package func refusal(of count: Int, by client: ClientID) -> Refusal? {
    state.withLock { refusal(of: count, by: client, isShared: false, in: $0) }
  }

  private func refusal(
    of count: Int, by client: ClientID, isShared: Bool, in state: State
  ) -> Refusal? {
    if count > maximum - state.used { return .total }
    let own = state.clients[client] ?? 0
    return !isShared && count > maximumOfOneClient - own ? .client : nil
  }

  /// Counts `count` more of `client`, whether there is room or not; less if it is negative.
  package func add(_ count: Int, of client: ClientID) {
    state.withLock { state in
      state.used += count
      let own = (state.clients[client] ?? 0) + count
      state.clients[client] = own > 0 ? own : nil
    }
  }
}
