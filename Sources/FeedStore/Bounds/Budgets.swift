package import FeedModel
import Synchronization

/// A budget of each client that is refilled evenly, such as requests in a second.
///
/// It is kept as the time at which it is full again (the generic cell rate algorithm), and dropped after that: within two
/// windows of its last use.
package final class RefilledBudget: Sendable {
  /// The result of a request for units: whether they were taken, and the state of the budget after it.
  package struct Decision: Equatable, Sendable {
    package let isAllowed: Bool
    /// How many more units can be taken at once.
    package let remaining: Int
    /// The time until the budget is full.
    package let untilFull: Duration
    /// The time until the same can be taken again, or what was refused.
    package let untilNext: Duration
  }

  /// How many clients have a budget of their own within a window. All others share one.
  package static let capacity = 1 << 16

  /// When those that were used since `began`, and in the window before, are full again; `nil` for the one that is shared.
  private typealias Budgets = (current: [Client?: Int64], previous: [Client?: Int64], began: Int64)

  /// How many units fill a budget.
  package let size: Int
  /// The time in which it grows by a unit, and from nothing to the whole, in nanoseconds: those of the clock, for
  /// arithmetic that costs nothing.
  private let unit: Int64
  private let window: Int64
  private let budgets = Mutex<Budgets>(([:], [:], 0))

  /// - Parameter size: How many units are refilled in `window`; at least 1.
  package init(_ size: Int, in window: Duration) {
    precondition(size > 0, "a budget has a size")
    self.size = size
    unit = max(1, window.wholeNanoseconds / Int64(size))
    self.window = unit * Int64(size)
  }

  /// How many budgets are kept.
  package var count: Int { budgets.withLock { $0.current.count + $0.previous.count } }

  /// Takes `cost` units from the budget of `client` if there are so many; all of it for a higher cost.
  package func take(_ cost: Int = 1, by client: Client, at now: Uptime) -> Decision {
    let (now, cost) = (now.nanoseconds, unit * Int64(min(cost, size)))
    return budgets.withLock { budgets in
      if now - budgets.began >= window {
        // Budgets that are in neither dictionary are full.
        let isStale = now - budgets.began >= window * 2
        budgets.previous = isStale ? [:] : budgets.current
        budgets.current = [:]
        budgets.began = now
      }
      let isKnown = budgets.current[client] != nil || budgets.current.count < Self.capacity
      let payer = isKnown ? client : nil
      let full = max(budgets.current[payer] ?? budgets.previous[payer] ?? now, now)
      let untilFull = full - now
      let isAllowed = untilFull + cost <= window
      let after = isAllowed ? untilFull + cost : untilFull
      budgets.current[payer] = now + after
      return Decision(
        isAllowed: isAllowed, remaining: Int((window - after) / unit),
        untilFull: .nanoseconds(after), untilNext: .nanoseconds(max(0, after + cost - window)))
    }
  }
}

/// A client whose use of a server is bounded: an address, or a token.
package enum Client: Hashable, Sendable {
  case address(IPAddress)
  case token(Int)

  /// The subscriber of `address`.
  package init(_ address: IPAddress) { self = .address(address.subscriber) }
}

/// An IP address. IPv4 addresses are stored as IPv4-mapped IPv6 addresses (RFC 4291, section 2.5.5.2),
/// so that both are compared in the same way.
package struct IPAddress: Hashable, Sendable {
  /// The upper 64 bits.
  package let high: UInt64
  /// The lower 64 bits.
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    (self.high, self.low) = (high, low)
  }

  package static let mappedPrefix: UInt64 = 0xFFFF_0000_0000

  package var isIPv4: Bool { high == 0 && low & ~0xFFFF_FFFF == Self.mappedPrefix }

  /// The address with all but its first `count` bits set to 0.
  package func prefix(_ count: Int) -> IPAddress {
    // Swift's shift by the whole width yields 0.
    IPAddress(
      high: high & ~(UInt64.max >> min(count, 64)), low: low & ~(UInt64.max >> max(count - 64, 0)))
  }

  /// The address of a subscriber: an IPv4 address itself, or the /64 network of an IPv6 address, within
  /// which a subscriber chooses addresses freely.
  package var subscriber: IPAddress { isIPv4 ? self : prefix(64) }
}

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
