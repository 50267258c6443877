import NIOCore
import Synchronization

/// The connections of each address, whose number is limited. Trusted proxies, whose connections are those of many
/// clients, have no limit.
final class ConnectionsPerAddress: Sendable {
  private let maximum: Int
  private let proxies: AddressRanges
  private let onRefusal: @Sendable () -> Void
  private let counts = Mutex<[IPAddress: Int]>([:])

  /// - Parameter onRefusal: Called for every connection that is closed at once.
  init(maximum: Int, except proxies: AddressRanges, onRefusal: @escaping @Sendable () -> Void) {
    self.maximum = maximum
    self.proxies = proxies
    self.onRefusal = onRefusal
  }

  /// Counts `channel` as a connection of `address` until it is closed. It is closed at once if there are too many.
  func count(_ channel: any Channel, of address: IPAddress) {
    guard open(address) else { return channel.close(promise: nil) }
    channel.closeFuture.whenComplete { [self] _ in close(address) }
  }

  /// Counts a connection of `address`.
  ///
  /// - Returns: whether there is room for it.
  private func open(_ address: IPAddress) -> Bool {
    // A proxy is one address, a client of IPv6 a network.
    let isProxy = proxies.contains(address)
    let hasRoom = counts.withLock { counts in
      let count = counts[address.subscriber, default: 0]
      guard count < maximum || isProxy else { return false }
      counts[address.subscriber] = count + 1
      return true
    }
    if !hasRoom { onRefusal() }
    return hasRoom
  }

  private func close(_ address: IPAddress) {
    counts.withLock { counts in
      let rest = (counts[address.subscriber] ?? 0) - 1
      counts[address.subscriber] = rest > 0 ? rest : nil
    }
  }
}
