import NIOCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Answers a request for a published document whose bytes have been received before, without parsing them again.
///
/// It stands before the HTTP decoder. It recognises a request only where one begins and no other is being answered,
/// by all of its bytes; everything else goes to the decoder as it came.
final class RepeatedRequestHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let answers: PublishedAnswers
  private let pool: RepeatedRequestPool
  private let connection: ConnectionHandler
  private let unsent: UnsentBytesHandler
  /// The address at the other end of the connection.
  private(set) var peer: IPAddress?
  /// The requests of this connection's event loop.
  private var requests: RepeatedRequests?
  /// The head of the only request that is being parsed.
  private var parsed: ByteBuffer?
  /// Whether all received bytes belong to complete requests.
  private var isAtBoundary = true
  /// Whether the server stops.
  private(set) var isStopping = false
  private var hasWritten = false
  /// Whether bytes were passed on that the other handlers have not been told the end of.
  private var hasPassedOn = false

  init(
    answers: PublishedAnswers, pool: RepeatedRequestPool, connection: ConnectionHandler,
    unsent: UnsentBytesHandler
  ) {
    self.unsent = unsent
    self.answers = answers
    self.pool = pool
    self.connection = connection
  }

  func handlerAdded(context: ChannelHandlerContext) {
    peer = context.channel.peerAddress
    requests = pool.requests(on: context.eventLoop)
    do {
      // Nearer to the network, it sees every flush.
      try context.pipeline.syncOperations.addHandler(unsent, position: .first)
    } catch {
      context.fireErrorCaught(error)
    }
    // This handler requests reads: after a repeated request, the event need not pass all other handlers.
    do {
      try context.channel.syncOptions?.setOption(.autoRead, value: false)
    } catch {
      context.fireErrorCaught(error)
    }
  }

  func channelActive(context: ChannelHandlerContext) {
    context.fireChannelActive()
    context.pipeline.syncOperations.read()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var rest = unwrapInboundIn(data)
    let isBetweenRequests = isAtBoundary && connection.state.isBetweenRequests && !isStopping
    if isBetweenRequests {
      while let head = rest.nextHead, answer(head, context) {
        rest.moveReaderIndex(forwardBy: head.readableBytes)
      }
      guard rest.readableBytes > 0 else { return connection.noteRequest() }
    }
    // 1. The only head is kept while it is parsed, so that `learn` can store it with its answer.
    if isBetweenRequests, let head = rest.nextHead, head.readableBytes == rest.readableBytes,
      head.readableBytes <= RepeatedRequests.maximumHeadSize, head.isHTTP11
    {
      parsed = head
    }
    hasPassedOn = true
    context.fireChannelRead(wrapInboundOut(rest))
    parsed = nil
    // 2. After an empty line, the decoder has no part of a head. Whether it is in a body, `connection` knows.
    isAtBoundary = rest.hasSuffix("\r\n\r\n")
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if hasWritten {
      hasWritten = false
      context.flush()
    }
    guard hasPassedOn else { return context.read() }
    hasPassedOn = false
    context.fireChannelReadComplete()
    context.pipeline.syncOperations.read()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent { isStopping = true }
    context.fireUserInboundEventTriggered(event)
  }

  /// Notes that the request that is being parsed was answered with `answer`.
  func learn(_ answer: PreparedAnswer) {
    if let parsed { requests?.store(RepeatedAnswer(answer), for: parsed) }
  }

  /// Answers the request whose head is `bytes`, if it is known and its answer still holds.
  private func answer(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) -> Bool {
    guard context.channel.isWritable, let known = requests?[bytes],
      let current = current(known, bytes),
      let exchange = answers.begin(current.answer, recognisedBy: .bytes, from: peer)
    else { return false }
    let answer = current.answer
    let sent = context.eventLoop.promise(ofSending: answer) { [answers] isWhole in
      answers.end(exchange, of: answer, isWhole: isWhole)
    }
    let response = current.response(exchange.fields, allocator: context.channel.allocator)
    if let body = response.body {
      unsent.note(response.head.readableBytes + answer.ownByteCount)
      context.write(wrapOutboundOut(response.head), promise: nil)
      context.write(wrapOutboundOut(body), promise: sent)
    } else {
      unsent.note(response.head.readableBytes)
      context.write(wrapOutboundOut(response.head), promise: sent)
    }
    hasWritten = true
    return true
  }

  /// `known`, made again if something has been published since.
  private func current(
    _ known: RepeatedAnswer, _ bytes: ByteBuffer
  ) -> RepeatedAnswer? {
    if answers.reuse(known.answer) { return known }
    guard let answer = answers.answer(known.answer.request) else { return nil }
    let made = RepeatedAnswer(answer)
    requests?.store(made, for: bytes)
    return made
  }
}

extension ByteBuffer {
  /// The bytes up to the first empty line, with it.
  fileprivate var nextHead: ByteBuffer? {
    withUnsafeReadableBytes { bytes -> Int? in
      var start = 0
      while let end = bytes.endOfLine(from: start) {
        if bytes[..<end].hasSuffix("\r\n\r\n") { return end }
        start = end
      }
      return nil
    }.flatMap { getSlice(at: readerIndex, length: $0) }
  }

  /// Whether the first line says that the version is 1.1, so that the connection persists.
  fileprivate var isHTTP11: Bool {
    withUnsafeReadableBytes { bytes in
      bytes.endOfLine(from: 0).map { bytes[..<$0].hasSuffix(" HTTP/1.1\r\n") } ?? false
    }
  }

  fileprivate func hasSuffix(_ text: StaticString) -> Bool {
    withUnsafeReadableBytes { $0[...].hasSuffix(text) }
  }
}

extension UnsafeRawBufferPointer {
  /// The offset behind the next line feed from `start` on.
  fileprivate func endOfLine(from start: Int) -> Int? {
    guard start < count, let base = baseAddress,
      let found = memchr(base + start, Int32(UInt8(ascii: "\n")), count - start)
    else { return nil }
    return UnsafeRawPointer(found) - base + 1
  }
}

extension Slice<UnsafeRawBufferPointer> {
  fileprivate func hasSuffix(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { suffix(text.utf8CodeUnitCount).elementsEqual($0) }
  }
}
