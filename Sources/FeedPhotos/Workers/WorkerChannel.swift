import Foundation
import Glibc

/// Messages over a socket between two processes: eight bytes of length, then the bytes. Calls block.
struct WorkerChannel {
  /// Why a message did not pass.
  enum Failure: Error {
    case closed
    case timedOut
  }

  /// The longest message: more than any picture that is sent to a client.
  private static let maximumByteCount = 256 << 20

  let descriptor: Int32

  /// Sends a message.
  ///
  /// - Throws: ``Failure/closed``.
  func send(_ message: [UInt8]) throws(Failure) {
    let length = withUnsafeBytes(of: UInt64(message.count).littleEndian) { Array($0) }
    try sendAll(length)
    try sendAll(message)
  }

  private func sendAll(_ bytes: [UInt8]) throws(Failure) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[sent...])
        // A closed socket is an error rather than a signal.
        return Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .closed }
      sent += count
    }
  }

  /// The next message; `nil` if the other side has closed.
  ///
  /// - Parameter deadline: when to give up; `nil` to wait for as long as it takes.
  func receive(deadline: ContinuousClock.Instant?) throws(Failure) -> [UInt8]? {
    guard let length = try receive(8, deadline: deadline) else { return nil }
    let count = length.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard count <= Self.maximumByteCount else { throw .closed }
    guard let message = try receive(Int(count), deadline: deadline) else { throw .closed }
    return message
  }

  /// `nil` if the other side has closed before the first byte.
  private func receive(
    _ count: Int, deadline: ContinuousClock.Instant?
  ) throws(Failure) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var received = 0
    while received < count {
      try wait(until: deadline)
      let read = bytes.withUnsafeMutableBytes { buffer in
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[received...])
        return recv(descriptor, rest.baseAddress, rest.count, 0)
      }
      if read < 0, errno == EINTR { continue }
      guard read > 0 else {
        if received == 0 { return nil }
        throw .closed
      }
      received += read
    }
    return bytes
  }

  /// Waits until there is something to read.
  private func wait(until deadline: ContinuousClock.Instant?) throws(Failure) {
    guard let deadline else { return }
    while true {
      let remaining = ContinuousClock.now.duration(to: deadline)
      guard remaining > .zero else { throw .timedOut }
      var events = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let milliseconds = remaining / .milliseconds(1)
      let count = poll(&events, 1, Int32(min(milliseconds.rounded(.up), 60_000)))
      if count > 0 { return }
      if count < 0, errno != EINTR { throw .closed }
    }
  }
}
