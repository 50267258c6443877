import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A connection on which any bytes can be sent, at any pace.
package final class RawConnection: @unchecked Sendable {
  // Safe to send: the descriptor never changes, and each call is one system call after the other.
  private let descriptor: Int32

  /// How long nothing may come, in seconds: a server that never answers fails the test instead of
  /// stopping it. With a sanitizer, other tests of the process took the processors of a busy
  /// machine for more than five minutes.
  private static let patience =
    ProcessInfo.processInfo.environment["TANADA_SANITIZER"] == nil ? 300 : 3_000

  /// Connects to `port` of this machine.
  ///
  /// - Parameter receiveBufferSize: how many bytes the system takes for the connection that nobody has read; `nil`
  ///   for what it does by itself.
  package init(port: Int, receiveBufferSize: Int? = nil) throws {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    descriptor = socket(AF_INET, stream, 0)
    if var size = receiveBufferSize.map({ Int32($0) }) {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard descriptor >= 0, status == 0 else { throw POSIXError(.ECONNREFUSED) }
    var timeout = timeval(tv_sec: Self.patience, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close() }

  private var isClosed = false

  /// Ends the connection.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    _ = Self.closeDescriptor(descriptor)
  }

  /// Breaks the connection off: the other end gets a reset and not an end.
  package func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    close()
  }

  /// Sends `text`.
  ///
  /// - Returns: whether the other end takes it.
  @discardableResult
  package func send(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return Self.sendBytes(descriptor, bytes) == bytes.count
  }

  /// The text received until the other end closes; empty if it closes at once.
  package func readToEnd() async -> String {
    await read { _ in false }
  }

  /// All bytes that come until the other end closes, many or few.
  package func readBytesToEnd() async -> [UInt8] {
    let descriptor = descriptor
    return await withCheckedContinuation { continuation in
      Thread {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
          let count = recv(descriptor, &piece, piece.count, 0)
          guard count > 0 else { break }
          bytes += piece.prefix(count)
        }
        continuation.resume(returning: bytes)
      }.start()
    }
  }

  /// The text received until `isEnough`, or the other end closes.
  package func read(until isEnough: @escaping @Sendable (String) -> Bool) async -> String {
    let bytes = await readBytes { isEnough(String(decoding: $0, as: UTF8.self)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// An answer with a `Content-Length`, whole.
  package func readAnswer() async -> String {
    let bytes = await readBytes { bytes in
      guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return false }
      let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
      let length = head.firstMatch(of: /(?i)content-length: *([0-9]+)/).flatMap { Int($0.1) }
      return length.map { bytes.count - end.upperBound >= $0 } ?? false
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The bytes that come until `isEnough`, or the other end closes.
  package func readBytes(until isEnough: @escaping @Sendable ([UInt8]) -> Bool) async -> [UInt8] {
    let descriptor = descriptor
    // A thread of its own: the call waits.
    return await withCheckedContinuation { continuation in
      Thread {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4_096)
        while !isEnough(bytes) {
          let count = recv(descriptor, &piece, piece.count, 0)
          guard count > 0 else { break }
          bytes += piece.prefix(count)
        }
        continuation.resume(returning: bytes)
      }.start()
    }
  }

  /// Closes the sending side; the other end may still send.
  package func finishSending() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// How many bytes come until the other end closes, taken `size` at a time with a pause behind each.
  package func countToEnd(taking size: Int = 1 << 16) async -> Int {
    let descriptor = descriptor
    return await withCheckedContinuation { continuation in
      Thread {
        var total = 0
        var piece = [UInt8](repeating: 0, count: size)
        while true {
          let count = recv(descriptor, &piece, piece.count, 0)
          guard count > 0 else { break }
          total += count
        }
        continuation.resume(returning: total)
      }.start()
    }
  }

  private static func sendBytes(_ descriptor: Int32, _ bytes: [UInt8]) -> Int {
    #if canImport(Darwin)
      Darwin.send(descriptor, bytes, bytes.count, 0)
    #elseif canImport(Musl)
      Musl.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    #else
      // A closed connection is an answer, not a signal.
      Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    #endif
  }

  private static func closeDescriptor(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
      Darwin.close(descriptor)
    #elseif canImport(Musl)
      Musl.close(descriptor)
    #else
      Glibc.close(descriptor)
    #endif
  }
}
