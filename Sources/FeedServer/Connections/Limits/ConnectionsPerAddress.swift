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

  /// Counts a connection of `address`.
  ///
  /// - Returns: whether there is room for it.
  fileprivate func open(_ address: IPAddress) -> Bool {
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

  fileprivate func close(_ address: IPAddress) {
    counts.withLock { counts in
      let rest = (counts[address.subscriber] ?? 0) - 1
      counts[address.subscriber] = rest > 0 ? rest : nil
    }
  }
}

/// Closes a connection of an address that has too many.
final class ConnectionsPerAddressHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = NIOAny
  typealias InboundOut = NIOAny

  private let connections: ConnectionsPerAddress
  /// The address whose connection was counted.
  private var counted: IPAddress?

  init(_ connections: ConnectionsPerAddress) {
    self.connections = connections
  }

  func handlerAdded(context: ChannelHandlerContext) {
    guard let address = context.channel.peerAddress else { return }
    if connections.open(address) {
      counted = address
    } else {
      context.close(promise: nil)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    end()
  }

  private func end() {
    if let counted { connections.close(counted) }
    counted = nil
  }
}
