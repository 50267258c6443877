import FeedModel
import FeedPublisher
import HTTPTypes
import HummingbirdCore
import NIOCore
import TestSupport
import Testing

@testable import FeedHTTP

/// The memory of what is made for answers counts from when it begins until it ends.
@Suite struct WorkMemoryTests {
  private let budget = MemoryBudget(maximum: 1 << 20)
  private let queue: WorkQueue
  private let context = FeedRequestContext.withoutConnection

  init() { queue = WorkQueue(limits: WorkLimits(), budget: budget, clock: TestClock(.sample)) }

  private func take(_ byteCount: Int) async throws {
    _ = try await queue.run(for: context, taking: byteCount) { _ in 0 }
  }

  @Test func workWithoutRoomIsAskedToComeBackAndTheRestGoesOn() async throws {
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    let (permits, permit) = AsyncStream.makeStream(of: Void.self)
    async let first: Int = queue.run(for: context, taking: 300 << 10) { [budget] memory in
      beginning.yield()
      for await _ in permits { break }
      // It finds out that it needs more.
      try memory.makeRoom(for: 400 << 10)
      return budget.used
    }
    for await _ in begun { break }
    #expect(budget.used == 300 << 10)
    // One client has half of it.
    let refused = await #expect(throws: Problem.self) { try await take(300 << 10) }
    #expect(refused?.status == .serviceUnavailable && refused?.code == "server_full")
    // Nothing of the request is left to be read.
    #expect(refused?.headers[.retryAfter] == "5" && refused?.headers[.connection] == nil)
    #expect(budget.used == 300 << 10)
    permit.yield()
    #expect(try await first == 400 << 10)
    #expect(budget.used == 0)
    #expect(queue.counts == (0, 0))
  }

  @Test func workThatNeedsMoreThanThereIsRunsAlone() async throws {
    let used = try await queue.run(for: context, taking: 10 << 20) { [budget] _ in budget.used }
    #expect(used == 512 << 10 && budget.used == 0)
    // What is small does not count.
    let small = try await queue.run(for: context, taking: 64 << 10) { [budget] _ in budget.used }
    #expect(small == 0)
  }

  private static func request(accepting codings: String) -> Request {
    Request(
      head: HTTPRequest(
        method: .get, scheme: nil, authority: nil, path: "/",
        headerFields: [.acceptEncoding: codings]),
      body: RequestBody(buffer: ByteBuffer()))
  }

  @Test func largeDocumentsAreCompressedAsWorkWithMemory() async throws {
    let bytes = Array(repeating: UInt8(ascii: "a"), count: WorkQueue.smallSize + 1)
    let large = PublishedDocument(bytes: bytes, codings: [.gzip, .brotli])
    let request = Self.request(accepting: "gzip")
    #expect(large.knownRepresentation(in: .gzip) == nil)
    // 1. There is no room for what is compressed, and as much again.
    try await queue.run(for: context, taking: 300 << 10) { [queue, context] _ in
      let refused = await #expect(throws: Problem.self) {
        _ = try await queue.represented(large, for: request, context)
      }
      #expect(refused?.code == "server_full")
    }
    #expect(large.knownRepresentation(in: .gzip) == nil)
    // 2. There is.
    let made = try await queue.represented(large, for: request, context)
    #expect(made.knownRepresentation(in: .gzip)?.coding == .gzip)
    // 3. Small ones are compressed when they are answered.
    let small = PublishedDocument(bytes: Array(bytes.prefix(1_000)), codings: [.gzip])
    #expect(
      try await queue.represented(small, for: request, context)
        .knownRepresentation(in: .gzip) == nil)
  }

  @Test func whatIsLargeIsMadeInItsTurn() async throws {
    func make(_ byteCount: Int) async throws -> Int {
      try await queue.make(byteCount, for: context) { [queue] in
        PublishedDocument(bytes: [UInt8(queue.counts.running)])
      }.bytes.map(Int.init)[0]
    }
    #expect(try await make(WorkQueue.smallSize) == 0)
    #expect(try await make(WorkQueue.smallSize + 1) == 1)
  }
}

extension Timestamp {
  fileprivate static let sample = Timestamp(millisecondsSince1970: 0)
}
