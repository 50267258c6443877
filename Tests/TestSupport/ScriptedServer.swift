import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An HTTP server on 127.0.0.1 that sends the responses of a test, also invalid ones.
package final class ScriptedServer: Sendable {
  /// A request of a client.
  package struct Request: Sendable {
    package let method: String
    /// The path, with its slash, and the query.
    package let path: String
    /// Header fields, by their name in lower case.
    package let headers: [String: String]
    /// The body, of the length that the header says.
    package var body: [UInt8] = []
  }

  /// A response of the server.
  package struct Response: Sendable {
    /// The status line and the header fields, without the empty line.
    package var head: String
    package var body: [UInt8]
    /// Whether the connection stays open behind the body until the client closes it.
    package var isHeld: Bool
    /// Whether nothing is sent at all until the client closes the connection.
    package var isSilent = false

    /// No response.
    package static let silence: Response = {
      var response = Response("")
      (response.isSilent, response.isHeld) = (true, true)
      return response
    }()

    /// A response with a status such as `200 OK`, and header fields such as `Location: /a`. The length
    /// is only stated by a header field; otherwise the body ends with the connection.
    package init(_ status: String, _ fields: String..., body: [UInt8] = [], isHeld: Bool = false) {
      head = (["HTTP/1.1 \(status)"] + fields + ["Connection: close"]).joined(separator: "\r\n")
      self.body = body
      self.isHeld = isHeld
    }
  }

  /// A socket that is closed when neither the server nor the thread that accepts needs it. Otherwise its number may already
  /// belong to a socket of another test, which would be shut down, or whose connections would be accepted here.
  private final class Listener: Sendable {
    let descriptor: Int32

    init(descriptor: Int32) {
      self.descriptor = descriptor
    }

    deinit { close(descriptor) }
  }

  /// The port that the server listens on.
  package let port: Int
  private let listener: Listener
  private let respond: @Sendable (Request) -> Response
  private let requested = Mutex<[Request]>([])
  private let connected = Atomic(0)

  /// Starts a server that answers each connection's one request by `respond`.
  package init(_ respond: @escaping @Sendable (Request) -> Response) throws {
    self.respond = respond
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let listener = Listener(descriptor: socket(AF_INET, stream, 0))
    self.listener = listener
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener.descriptor, $0, size) == 0 && listen(listener.descriptor, 64) == 0
          && getsockname(listener.descriptor, $0, &size) == 0
      }
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    guard isListening else { throw POSIXError(.EADDRINUSE) }
    Thread { [weak self] in
      while true {
        let connection = accept(listener.descriptor, nil, nil)
        guard connection >= 0 else { break }
        guard let self else {
          close(connection)
          break
        }
        self.connected.add(1, ordering: .relaxed)
        Thread { self.answer(connection) }.start()
      }
    }.start()
  }

  deinit {
    // Ends the thread that accepts.
    shutdown(listener.descriptor, Int32(SHUT_RDWR))
  }

  /// The URL of `path` on this server.
  package func url(_ path: String, host: String = "127.0.0.1") -> String {
    "http://\(host):\(port)\(path)"
  }

  /// How many connections there have been.
  package var connectionCount: Int { connected.load(ordering: .relaxed) }

  /// The requests that there have been, in their order.
  package var requests: [Request] { requested.withLock { $0 } }

  /// Reads a request, answers it and closes the connection.
  private func answer(_ connection: Int32) {
    defer { close(connection) }
    guard let request = Self.readRequest(from: connection) else { return }
    requested.withLock { $0.append(request) }
    let response = respond(request)
    let bytes =
      response.isSilent
      ? [] : Array(response.head.utf8) + Array("\r\n\r\n".utf8) + response.body
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        send(connection, $0.baseAddress, $0.count, Self.noSignal)
      }
      guard count > 0 else { return }
      sent += count
    }
    var byte: UInt8 = 0
    while response.isHeld, recv(connection, &byte, 1, 0) > 0 {}
  }

  private static func readRequest(from connection: Int32) -> Request? {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4_096)
    var headEnd: Int?
    while headEnd == nil {
      let count = recv(connection, &piece, piece.count, 0)
      // A client that begins with encryption waits for an answer too.
      guard count > 0, UInt8(ascii: "A")...UInt8(ascii: "Z") ~= piece[0] || !bytes.isEmpty
      else { return nil }
      bytes += piece.prefix(count)
      headEnd = Data(bytes).range(of: Data("\r\n\r\n".utf8))?.upperBound
    }
    let lines = String(decoding: bytes[..<(headEnd ?? 0)], as: UTF8.self).split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count == 3 else { return nil }
    let fields = lines.dropFirst().compactMap { line -> (String, String)? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...]
      return (line[..<colon].lowercased(), value.trimmingCharacters(in: .whitespaces))
    }
    var request = Request(
      method: String(words[0]), path: String(words[1]), headers: Dictionary(fields) { $1 })
    request.body = Array(bytes[(headEnd ?? 0)...])
    let length = request.headers["content-length"].flatMap(Int.init) ?? 0
    while request.body.count < length {
      let count = recv(connection, &piece, piece.count, 0)
      guard count > 0 else { return nil }
      request.body += piece.prefix(count)
    }
    return request
  }

  #if canImport(Darwin)
    private static let noSignal: Int32 = 0
  #else
    // A closed connection is an answer, not a signal.
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #endif
}
