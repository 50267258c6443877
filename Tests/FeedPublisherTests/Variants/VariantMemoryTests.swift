import FeedStore
import FeedLayout
import FeedModel
import FeedPublisher
import Foundation
import TestSupport
import Testing

/// However many variants of however many feeds are asked for, what is kept of all of them is within one bound.
@Suite struct VariantMemoryTests {
  private static let feedCount = 40
  private static let experimentCount = 20
  private static let clientCount = 2

  private let database: TestDatabase
  private var clock: TestClock { database.clock }

  /// A section of an experiment each, and photos of which each is in one.
  private static let composition: String = {
    let experiments = (1...experimentCount).map {
      #"""
      {"id":"e\#($0)","kind":"featured_topics","title":"E","limit":2,
       "when":{"share":{"from":0,"to":0.5,"salt":"e\#($0)"}}}
      """#
    }
    let photos = #"""
      {"id":"photos","kind":"pickup_photos","title":"P","layout":{"type":"uniform_grid"}}
      """#
    return #"{"sections":[\#((experiments + [photos]).joined(separator: ","))]}"#
  }()

  private static func feed(_ number: Int) -> String { "feed_\(number)" }

  init() async throws {
    database = try TestDatabase()
    let store = try TestStore.open(database.path)
    _ = try await store.write(at: clock.now) { transaction in
      for id in 1...3 { _ = try transaction.upsert(TestContent.topic(id)) }
      for id in 1...Self.experimentCount {
        _ = try transaction.upsert(TestContent.photo(id))
        let when = try Targeting(
          reading: #"{"share":{"from":0,"to":0.5,"salt":"p\#(id)"}}"#.utf8)
        _ = try transaction.setWindow(Window(when: when), of: .pickupPhotos, id: id)
      }
      for number in 1...Self.feedCount {
        _ = try transaction.setComposition(Self.composition, of: Self.feed(number))
      }
    }
    try await store.close()
  }

  private func server(bound: Int) async throws -> (server: TestServer, cache: SharedCache) {
    let cache = SharedCache(maximumByteCount: bound)
    let server = try TestServer(path: database.path, clock, cache: DocumentCache(in: cache))
    try await server.publisher.publish()
    return (server, cache)
  }

  /// What a client gets.
  private struct Served: Equatable {
    let name: String
    let bytes: [UInt8]
    let tags: [String]
  }

  private func served(
    to client: Int, of feed: String, by server: TestServer
  ) async throws -> Served {
    var facts = ClientFacts()
    facts.bucket = .key("client \(client)")
    let (name, variant) = try await server.publisher.served(feed, to: facts)
    let screen = variant.screen(for: try Viewport(width: 320))
    return Served(
      name: name, bytes: screen.bytes,
      tags: [.identity, .gzip, .brotli].map { screen.representation(in: $0).entityTag })
  }

  @Test func allVariantsOfAllFeedsAreWithinOneBound() async throws {
    let bound = 3 << 20
    let (server, cache) = try await server(bound: bound)
    var first: [Int: Served] = [:]
    for client in 1...Self.clientCount {
      for number in 1...Self.feedCount {
        let served = try await served(to: client, of: Self.feed(number), by: server)
        #expect(cache.byteCount <= bound)
        if number == 1 { first[client] = served }
      }
    }
    // Clients get different variants, more than there is room for.
    #expect(Set(first.values.map(\.name)).count == Self.clientCount)
    let uses = cache.uses
    #expect((uses["feeds"]?.evictionCount ?? 0) > 0)
    #expect((uses["documents"]?.evictionCount ?? 0) > 0)
    #expect(uses.values.reduce(0) { $0 + $1.byteCount } == cache.byteCount)
    // Those that left are made again, to the same bytes with the same tags.
    for (client, before) in first {
      #expect(try await served(to: client, of: Self.feed(1), by: server) == before)
    }
    try await server.store.close()
  }

  @Test(arguments: TestScale.cases([40_000, 0], gate: 1))
  func withoutRoomTheSameIsServedAsWithMuch(bound: Int) async throws {
    let (small, cache) = try await server(bound: bound)
    let (large, _) = try await server(bound: SharedCache.defaultByteCount)
    for client in 1...Self.clientCount {
      for _ in 1...2 {
        let seen = try await served(to: client, of: Self.feed(2), by: small)
        #expect(try await served(to: client, of: Self.feed(2), by: large) == seen)
        #expect(cache.byteCount <= bound)
      }
    }
    for server in [small, large] { try await server.store.close() }
  }

  @Test func aVariantLeavesBeforeTheSectionsThatItHas() async throws {
    let (server, cache) = try await server(bound: SharedCache.defaultByteCount)
    let name = try await served(to: 1, of: Self.feed(1), by: server).name
    let feed = try #require(server.publisher.current?.feeds[Self.feed(1)])
    #expect(server.publisher.knownVariant(name, of: feed) != nil)
    // Room is made for something else, a little at a time.
    let others: SharedCache.Part<Int, Int> = cache.part("others")
    var size = cache.maximumByteCount - cache.byteCount - SharedCache.entryByteCount
    while (cache.uses["feeds"]?.evictionCount ?? 0) == 0 {
      others.store(0, byteCount: size, for: 0)
      size += 256
      try #require(size < cache.maximumByteCount)
    }
    // The first one that has left is the variant: its sections take some bytes still.
    #expect(cache.uses["feeds"]?.evictionCount == 1)
    #expect((cache.uses["feeds"]?.byteCount ?? 0) > 0)
    #expect(server.publisher.knownVariant(name, of: feed) == nil)
    try await server.store.close()
  }
}
