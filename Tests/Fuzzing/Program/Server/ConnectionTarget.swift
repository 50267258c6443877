import FeedHTTP
import FeedServer
import NIOCore
import NIOEmbedded

/// The bytes of a connection, at once and in pieces.
final class ConnectionTarget {
  private let server: FuzzedServer
  /// One for all: a server keeps something for each of its event loops.
  private let loop = EmbeddedEventLoop()

  init() {
    switch wait(for: { try await FuzzedServer() }) {
    case .success(let made): server = made
    case .failure(let error): fatalError("the server cannot be made: \(error)")
    }
  }

  /// What is answered does not depend on how the bytes arrive.
  ///
  /// Nobody takes what is passed on to the application: those requests are never answered, and those behind them wait.
  func check(_ input: FuzzInput) {
    let whole = answers(to: [input.rest])
    let pieces = answers(to: input.pieces)
    require(
      whole == pieces,
      "answers differ\nat once: \(whole.debugDescription)\nin pieces: \(pieces.debugDescription)")
  }

  private func answers(to pieces: [ArraySlice<UInt8>]) -> String {
    let channel = EmbeddedChannel(loop: loop)
    var text = ""
    do {
      channel.remoteAddress = try SocketAddress(ipAddress: "192.0.2.1", port: 1)
      try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
      let connection = try server.application.accept(channel).wait()
      for piece in pieces where channel.isActive {
        // An error closes the connection, after it was answered.
        _ = try? channel.writeInbound(ByteBuffer(bytes: piece))
        loop.run()
      }
      while let bytes = try channel.readOutbound(as: ByteBuffer.self) {
        text += String(buffer: bytes)
      }
      withExtendedLifetime(connection) {}
    } catch {
      fatalError("the connection fails: \(error)")
    }
    _ = try? channel.finish(acceptAlreadyClosed: true)
    loop.run()
    return text
  }
}
