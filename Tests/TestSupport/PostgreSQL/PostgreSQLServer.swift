package import FeedStore
import Foundation
import Synchronization

/// A PostgreSQL of the tests' own, in a folder of its own, which ends with this process.
package final class PostgreSQLServer: Sendable {
  /// Why a server does not start.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The server that all tests of this process share, started by the first; each test has a database of its own. Its
  /// commits do not wait for the disk: what is about that has a server of its own.
  package static func shared() throws -> PostgreSQLServer {
    try sharedServer.get()
  }

  private static let sharedServer = Result { try PostgreSQLServer(isDurable: false) }

  /// The folder of the server, with its Unix socket; the path is short, as sockets demand it.
  package let folder: String
  /// The port on 127.0.0.1, and in the name of the socket.
  package var port: Int { chosenPort.withLock { $0 } }
  private let chosenPort: Mutex<Int>
  private let installation: PostgreSQLInstallation
  private let process = Mutex<GuardedProcess?>(nil)
  private let lastDatabase = Mutex(0)

  /// Makes a server, and starts it.
  ///
  /// - Parameters:
  ///   - isDurable: Whether commits wait for the disk.
  ///   - settings: Further settings of the server, by their names.
  package init(isDurable: Bool = true, settings: [String: String] = [:]) throws {
    switch PostgreSQLInstallation.availability {
    case .available(let found): installation = found
    case .absent(let reason): throw Failure(description: reason)
    }
    folder = try Self.makeFolder(for: installation)
    chosenPort = Mutex(try Self.freePort())
    let status = try GuardedProcess.run(
      installation.prefix + [
        installation.folder.appending(path: "initdb").path, "--pgdata=\(folder)/data",
        "--encoding=UTF8", "--locale=C.UTF-8", "--auth=trust", "--username=tanada", "--no-sync",
      ], output: "\(folder)/log")
    guard status == 0 else { throw Failure(description: log) }
    var all = [
      "listen_addresses": "127.0.0.1", "unix_socket_directories": folder,
      "max_connections": "1000", "fsync": isDurable ? "on" : "off", "shared_buffers": "64MB",
      "log_min_messages": "warning",
    ]
    all.merge(settings) { $1 }
    let text = all.sorted { $0.key < $1.key }
      .map { "\($0) = '\($1.replacing("'", with: "''"))'\n" }.joined()
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(folder)/data/postgresql.conf"))
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
    // Somebody else may have taken the port meanwhile.
    for _ in 0..<10 {
      do {
        try start()
        return
      } catch let failure as Failure where failure.description.contains("TCP/IP sockets") {
        let other = try Self.freePort()
        chosenPort.withLock { $0 = other }
      }
    }
    throw Failure(description: log)
  }

  private static func makeFolder(for installation: PostgreSQLInstallation) throws -> String {
    let folder = "/tmp/tanada-pg-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    if !installation.prefix.isEmpty, let user = getpwnam("postgres") {
      chown(folder, user.pointee.pw_uid, user.pointee.pw_gid)
    }
    return folder
  }

  /// A port that nobody listens at now.
  package static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) + getsockname(descriptor, $0, &size)
      }
    }
    guard status == 0 else { throw Failure(description: "there is no free port") }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  // MARK: - Running

  /// Everything that the server has said.
  package var log: String {
    (try? String(contentsOfFile: "\(folder)/log", encoding: .utf8)) ?? ""
  }

  /// Starts the server after ``kill()`` or ``stop()``, and waits until it takes connections.
  package func start() throws {
    let before = log.utf8.count
    let started = try GuardedProcess(
      installation.prefix + [
        installation.folder.appending(path: "postgres").path, "-D", "\(folder)/data", "-p",
        "\(port)",
      ], log: "\(folder)/log", folder: folder)
    process.withLock { $0 = started }
    var lastError: (any Error)?
    // Counted in polls, as eventually() does.
    for _ in 0..<3_000 {
      do {
        _ = try PostgreSQLConnection(address(of: "postgres", attributes: "any"))
        return
      } catch {
        lastError = error
        let said = String(decoding: log.utf8.dropFirst(before), as: UTF8.self)
        guard !said.contains("database system is shut down") else {
          stop()
          throw Failure(description: said)
        }
        usleep(10_000)
      }
    }
    throw Failure(description: "\(lastError.map { "\($0)" } ?? ""): \(log)")
  }

  /// Stops the server in good order.
  package func stop() {
    process.withLock { process in
      process?.end()
      process = nil
    }
  }

  /// Ends all processes of the server at once, as a loss of power does.
  package func kill() {
    for process in processes {
      _ = Foundation.kill(process, SIGKILL)
      while !Self.hasEnded(process) { usleep(1_000) }
    }
    process.withLock { process in
      process?.end()
      process = nil
    }
  }

  /// The first process of the server, and those of its connections and of its work.
  private var processes: [pid_t] {
    let file = try? String(contentsOfFile: "\(folder)/data/postmaster.pid", encoding: .utf8)
    guard let first = file?.split(separator: "\n").first.flatMap({ pid_t($0) }) else { return [] }
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return [first] + all.compactMap { pid_t($0) }.filter { Self.state(of: $0)?.parent == first }
  }

  private static func hasEnded(_ process: pid_t) -> Bool {
    guard let state = state(of: process) else { return true }
    return state.letter == "Z" || state.letter == "X"
  }

  /// The state of a process (proc(5)); `nil` if there is none.
  private static func state(of process: pid_t) -> (letter: Substring, parent: pid_t)? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    return (fields[0], pid_t(fields[1]) ?? 0)
  }

  // MARK: - Databases

  /// The address of a database, by the Unix socket or by TCP.
  package func address(
    of database: String, overTCP: Bool = false, attributes: String? = nil
  ) -> PostgreSQLAddress {
    // A busy machine may not answer within the five seconds that are usual, and no clock of a test ends the pause
    // before the next attempt.
    var options = ["connect_timeout": "60"]
    options["target_session_attrs"] = attributes
    return PostgreSQLAddress(
      user: "tanada", hosts: [.init(name: overTCP ? "127.0.0.1" : folder, port: port)],
      database: database, options: options)
  }

  /// Makes a database, empty or a copy of the database `template`, which nobody may be connected to.
  package func makeDatabase(copying template: String = "template0") throws -> PostgreSQLDatabase {
    // One after the other: two copies of one template exclude each other.
    try lastDatabase.withLock { number in
      number += 1
      let name = "test_\(number)"
      let connection = try PostgreSQLConnection(address(of: "postgres"))
      try connection.execute("CREATE DATABASE \(name) TEMPLATE \(template)", isCached: false)
      return PostgreSQLDatabase(name: name, server: self)
    }
  }
}

/// A database of a test's own, dropped with the last reference to it.
package final class PostgreSQLDatabase: Sendable {
  package let name: String
  package let server: PostgreSQLServer

  init(name: String, server: PostgreSQLServer) {
    self.name = name
    self.server = server
  }

  deinit {
    guard let connection = try? PostgreSQLConnection(server.address(of: "postgres")) else { return }
    _ = try? connection.execute("DROP DATABASE IF EXISTS \(name) WITH (FORCE)", isCached: false)
  }

  /// An empty database of the shared server.
  package static func make() throws -> PostgreSQLDatabase {
    try PostgreSQLServer.shared().makeDatabase()
  }

  /// The address of the database, by the Unix socket or by TCP.
  package func address(overTCP: Bool = false) -> PostgreSQLAddress {
    server.address(of: name, overTCP: overTCP)
  }

  /// The address for a program, by TCP.
  package var url: String { address(overTCP: true).description }

  /// A new connection.
  package func connect(
    _ settings: PostgreSQLSessionSettings = PostgreSQLSessionSettings(), overTCP: Bool = false
  ) throws -> PostgreSQLConnection {
    try PostgreSQLConnection(address(overTCP: overTCP), settings: settings)
  }
}
