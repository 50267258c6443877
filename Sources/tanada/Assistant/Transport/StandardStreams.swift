import Dispatch
import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Lines in from standard input, and out to standard output.
final class StandardStreams: Sendable {
  /// How many lines wait to be handled, at most; the client waits with further ones.
  private static let maximumWaitingCount = 64
  private static let readLength = 1 << 16

  private let places = DispatchSemaphore(value: maximumWaitingCount)
  private let stream = AsyncStream.makeStream(of: LineSplitter.Line.self)
  private let isOpen = Mutex(true)

  /// Calls `handle` with each line in turn, until the input ends or ``end()`` is called.
  ///
  /// - Parameter maximumLength: How many bytes a line can have.
  func forEachLine(upTo maximumLength: Int, _ handle: (LineSplitter.Line) async -> Void) async {
    // A thread of its own, since it mostly waits for the client.
    Thread { [self] in read(upTo: maximumLength) }.start()
    for await line in stream.stream {
      await handle(line)
      places.signal()
    }
  }

  /// Reads no more.
  func end() { stream.continuation.finish() }

  private func read(upTo maximumLength: Int) {
    var splitter = LineSplitter(maximumLength: maximumLength)
    var buffer = [UInt8](repeating: 0, count: Self.readLength)
    while true {
      let count = Self.retrying { buffer.withUnsafeMutableBytes { readBytes($0) } }
      guard count > 0 else { break }
      for line in splitter.add(buffer[..<count]) { pass(line) }
    }
    if let line = splitter.finish() { pass(line) }
    stream.continuation.finish()
  }

  private func pass(_ line: LineSplitter.Line) {
    places.wait()
    stream.continuation.yield(line)
  }

  private func readBytes(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
      Musl.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
    #else
      Darwin.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
    #endif
  }

  /// Writes a line. When nobody reads any more, nothing is written, and the input ends as well.
  func write(_ message: [UInt8]) {
    isOpen.withLock { isOpen in
      guard isOpen else { return }
      var rest = (message + [UInt8(ascii: "\n")])[...]
      while !rest.isEmpty {
        let count = Self.retrying { rest.withUnsafeBytes { writeBytes($0) } }
        guard count > 0 else {
          isOpen = false
          return end()
        }
        rest = rest.dropFirst(count)
      }
    }
  }

  private func writeBytes(_ buffer: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.write(STDOUT_FILENO, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
      Musl.write(STDOUT_FILENO, buffer.baseAddress, buffer.count)
    #else
      Darwin.write(STDOUT_FILENO, buffer.baseAddress, buffer.count)
    #endif
  }

  private static func retrying(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      guard result < 0, errno == EINTR else { return result }
    }
  }
}
