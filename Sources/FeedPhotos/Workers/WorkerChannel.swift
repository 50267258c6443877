import Foundation
import Glibc

/// Messages over a socket between two processes: eight bytes of length, then the bytes. Calls block.
struct WorkerChannel {
  /// Why no message can be sent or received.
  enum Failure: Error {
    /// The other side has closed the socket.
    case closed
    /// The other side sent something that is no message.
    case malformed
  }

  let descriptor: Int32
  /// The longest message that is received.
  let maximumByteCount: Int

  /// Sends a message.
  ///
  /// - Throws: ``Failure``.
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
  func receive() throws(Failure) -> [UInt8]? {
    guard let length = try receive(8) else { return nil }
    let count = length.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard count <= maximumByteCount else { throw .malformed }
    guard let message = try receive(Int(count)) else { throw .closed }
    return message
  }

  /// `nil` if the other side has closed before the first byte.
  private func receive(_ count: Int) throws(Failure) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var received = 0
    while received < count {
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
}

/// What a worker answers. The first byte of a message tells which.
private enum AnswerKind: UInt8 {
  case done, invalid, tooManyPixels, noWorker
}

/// The answer of a worker.
extension Result<[UInt8], PictureError> {
  var message: [UInt8] {
    switch self {
    case .success(let bytes): [AnswerKind.done.rawValue] + bytes
    case .failure(.tooManyPixels(let width, let height, let limit)):
      [AnswerKind.tooManyPixels.rawValue] + "\(width) \(height) \(limit)".utf8
    case .failure(.noWorker(let reason)): [AnswerKind.noWorker.rawValue] + reason.utf8
    case .failure(let error): [AnswerKind.invalid.rawValue] + error.description.utf8
    }
  }

  /// Decodes a message; `nil` if it is invalid.
  init?(message: [UInt8]) {
    guard let kind = message.first.flatMap(AnswerKind.init) else { return nil }
    let rest = message.dropFirst()
    switch kind {
    case .done: self = .success(Array(rest))
    case .invalid: self = .failure(.invalid(String(decoding: rest, as: UTF8.self)))
    case .noWorker: self = .failure(.noWorker(String(decoding: rest, as: UTF8.self)))
    case .tooManyPixels:
      let numbers = String(decoding: rest, as: UTF8.self).split(separator: " ").compactMap {
        Int($0)
      }
      guard numbers.count == 3 else { return nil }
      self = .failure(
        .tooManyPixels(width: numbers[0], height: numbers[1], limit: numbers[2]))
    }
  }
}
