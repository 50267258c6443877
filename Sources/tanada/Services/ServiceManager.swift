import FeedModel
import Foundation
import Glibc
import ServiceLifecycle

/// The service manager that has started this process, such as systemd, if it wants to be told how it is: by datagrams to a
/// socket (sd_notify(3)).
struct ServiceManager: Sendable {
  /// The path of the socket, or a name that begins with NUL (unix(7)).
  private let address: [UInt8]
  /// The longest time between two signs of life, without which the process is ended; `nil` if none are expected.
  let watchdogTimeout: Duration?

  /// The manager that the environment names; `nil` for none.
  ///
  /// - Parameter process: the identifier of this process: one that has inherited the variables is not meant.
  init?(environment: [String: String], process: Int32 = getpid()) {
    guard let name = environment["NOTIFY_SOCKET"], let first = name.utf8.first,
      first == UInt8(ascii: "/") || first == UInt8(ascii: "@"),
      name.utf8.count <= Self.maximumLength
    else { return nil }
    address = Array(name.utf8).enumerated().map { index, byte in
      index == 0 && byte == UInt8(ascii: "@") ? 0 : byte
    }
    let isMeant = environment["WATCHDOG_PID"].map { $0 == "\(process)" } ?? true
    let microseconds = environment["WATCHDOG_USEC"].flatMap { Int($0) } ?? 0
    watchdogTimeout = isMeant && microseconds > 0 ? .microseconds(microseconds) : nil
  }

  private static let maximumLength = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// Says that connections are accepted.
  func noteReady(_ status: String) { send("READY=1\nSTATUS=\(status)") }

  /// Gives a sign of life.
  func noteAlive() { send("WATCHDOG=1") }

  /// Says that the process is about to end.
  func noteStopping() { send("STOPPING=1\nSTATUS=Stopping") }

  /// Sends a message, if somebody takes it: nothing depends on it here.
  private func send(_ message: String) {
    let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
    let socket = socket(AF_UNIX, type, 0)
    guard socket >= 0 else { return }
    defer { close(socket) }
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: address) }
    let prefix = MemoryLayout.offset(of: \sockaddr_un.sun_path) ?? 2
    let bytes = Array(message.utf8)
    _ = withUnsafeBytes(of: &name) { name in
      sendto(
        socket, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT),
        name.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(prefix + address.count))
    }
  }
}

extension ServiceManager {
  /// Gives signs of life, at half of the time that the manager waits, until the server stops, and says that it does.
  func watchdog(by clock: any TimeSource) -> BackgroundService {
    BackgroundService {
      if let timeout = watchdogTimeout {
        repeat { noteAlive() } while (try? await clock.sleep(for: timeout / 2)) != nil
      } else {
        try? await gracefulShutdown()
      }
      noteStopping()
    }
  }
}
