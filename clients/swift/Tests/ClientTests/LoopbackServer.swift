import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A server on a free port of this machine that answers as a closure says, one request after the other.
///
/// Unchecked: the lists are read and written under the lock only.
final class LoopbackServer: @unchecked Sendable {
  /// A request without its body.
  struct Request: Sendable {
    let path: String
    /// The headers by their names in small letters.
    let headers: [String: String]
  }

  /// An answer. The connection is closed after its body.
  struct Reply: Sendable {
    var status = 200
    var headers: [String: String] = [:]
    var body = ""
  }

  let base: URL
  private let socket: Int32
  private let lock = NSLock()
  private var received: [Request] = []
  private var hasStopped = false

  init(_ answer: @escaping @Sendable (Request, Int) -> Reply) throws {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let listening = Self.listen(kind)
    guard let port = listening.port else { throw POSIXError(.EADDRNOTAVAIL) }
    guard let base = URL(string: "http://127.0.0.1:\(port)") else { throw POSIXError(.EINVAL) }
    self.base = base
    socket = listening.socket
    Thread.detachNewThread { [weak self, socket] in
      while true {
        let connection = accept(socket, nil, nil)
        guard connection >= 0 else { return }
        if let request = Self.request(from: connection), let self {
          self.lock.lock()
          self.received.append(request)
          let number = self.received.count
          self.lock.unlock()
          Self.send(answer(request, number), to: connection)
        }
        close(connection)
      }
    }
  }

  deinit { stop() }

  /// What was asked for, in order.
  var requests: [Request] {
    lock.lock()
    defer { lock.unlock() }
    return received
  }

  /// Takes no further connections.
  func stop() {
    lock.lock()
    defer { lock.unlock() }
    // Closed once: the number of the socket may be that of another server's by now.
    guard !hasStopped else { return }
    hasStopped = true
    // Wakes the thread that accepts.
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
  }

  private static func listen(_ kind: Int32) -> (socket: Int32, port: UInt16?) {
    #if canImport(Darwin)
      let socket = Darwin.socket(AF_INET, kind, 0)
    #else
      let socket = Glibc.socket(AF_INET, kind, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let port = withUnsafeMutablePointer(to: &address) { pointer -> UInt16? in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> Bool in
        bind(socket, address, size) == 0 && getsockname(socket, address, &size) == 0
      } ? UInt16(bigEndian: pointer.pointee.sin_port) : nil
    }
    #if canImport(Darwin)
      let isListening = Darwin.listen(socket, 16) == 0
    #else
      let isListening = Glibc.listen(socket, 16) == 0
    #endif
    return (socket, isListening ? port : nil)
  }

  private static func request(from connection: Int32) -> Request? {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4096)
    while !String(decoding: bytes, as: UTF8.self).contains("\r\n\r\n") {
      let count = read(connection, &part, part.count)
      guard count > 0 else { return nil }
      bytes += part[..<count]
    }
    let lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count > 1 else { return nil }
    let fields = lines.dropFirst().compactMap { line -> (String, String)? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      return (line[..<colon].lowercased(), value)
    }
    return Request(path: String(words[1]), headers: Dictionary(fields) { $1 })
  }

  private static func send(_ reply: Reply, to connection: Int32) {
    var head = "HTTP/1.1 \(reply.status) Answer\r\nConnection: close\r\n"
    for (name, value) in reply.headers { head += "\(name): \(value)\r\n" }
    if reply.status != 304 { head += "Content-Length: \(reply.body.utf8.count)\r\n" }
    let bytes = Array((head + "\r\n" + reply.body).utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      sent += count
    }
  }
}
