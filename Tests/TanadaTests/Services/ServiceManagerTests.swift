import FeedModel
import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@testable import tanada

/// What a service manager is told.
@Suite struct ServiceManagerTests {
  /// The socket of a manager.
  private final class Manager {
    private let socket: Int32

    /// - Parameter name: a path, or a name that begins with NUL.
    init(_ name: [UInt8]) throws {
      socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
      let length = try #require(MemoryLayout.offset(of: \sockaddr_un.sun_path)) + name.count
      let status = withUnsafeBytes(of: &address) { address in
        bind(socket, address.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(length))
      }
      try #require(status == 0)
    }

    deinit { close(socket) }

    /// The messages that have come.
    func messages() -> [String] {
      var messages: [String] = []
      var bytes = [UInt8](repeating: 0, count: 4_096)
      while case let count = recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT)), count >= 0 {
        messages.append(String(decoding: bytes[..<count], as: UTF8.self))
      }
      return messages
    }
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [false, true]) func theSocketIsAPathOrAName(isAbstract: Bool) throws {
    let path = isAbstract ? "@\(UUID())" : folder.path("notify")
    let name = isAbstract ? [0] + Array(path.utf8.dropFirst()) : Array(path.utf8)
    let listener = try Manager(name)
    let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": path]))
    manager.noteReady("Serving revision 7")
    manager.noteStopping()
    #expect(
      listener.messages() == ["READY=1\nSTATUS=Serving revision 7", "STOPPING=1\nSTATUS=Stopping"])
    #expect(manager.watchdogTimeout == nil)
  }

  @Test(arguments: ["", "notify", "vsock:2:1234", "/" + String(repeating: "a", count: 120)])
  func anotherSocketIsNone(name: String) {
    #expect(ServiceManager(environment: ["NOTIFY_SOCKET": name]) == nil)
    #expect(ServiceManager(environment: [:]) == nil)
  }

  @Test func nobodyAtTheSocketIsNoError() throws {
    let manager = try #require(
      ServiceManager(environment: ["NOTIFY_SOCKET": folder.path("nobody")]))
    manager.noteAlive()
  }

  @Test(
    arguments: [
      ("30000000", nil, Duration.seconds(30)), ("30000000", "7", .seconds(30)),
      ("30000000", "8", nil), ("0", nil, nil), ("-1", nil, nil), ("soon", nil, nil),
    ] as [(String, String?, Duration?)])
  func theWatchdogIsForOneProcess(time: String, process: String?, timeout: Duration?) throws {
    var environment = ["NOTIFY_SOCKET": folder.path("notify"), "WATCHDOG_USEC": time]
    environment["WATCHDOG_PID"] = process
    let manager = try #require(ServiceManager(environment: environment, process: 7))
    #expect(manager.watchdogTimeout == timeout)
  }

  @Test func signsOfLifeComeAtHalfOfTheTimeout() async throws {
    let path = folder.path("notify")
    let listener = try Manager(Array(path.utf8))
    let manager = try #require(
      ServiceManager(environment: ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "30000000"]))
    let clock = TestClock(SampleContent.committedAt)
    try await beside(manager.watchdog(by: clock).run) {
      for _ in 0..<3 {
        await clock.untilWaiting(for: .seconds(15))
        #expect(listener.messages() == ["WATCHDOG=1"])
        clock.advance(by: .seconds(15))
      }
      await clock.untilWaiting(for: .seconds(15))
    }
    #expect(listener.messages() == ["WATCHDOG=1", "STOPPING=1\nSTATUS=Stopping"])
  }
}
