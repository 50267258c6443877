import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import TestSupport
import Testing

/// A server whose home feed shows some of its content to some clients.
struct TargetedHome {
  private let database: TestDatabase
  var clock: TestClock { database.clock }
  let server: TestServer

  static let ios = #"{"platforms":["ios"]}"#
  static let phone = ClientFacts(platform: "ios")

  /// A home feed of banners, of photos of which the second is for clients on iOS, and of topics for them alone.
  init() async throws {
    database = try TestDatabase()
    server = try database.server()
    _ = try await server.store.write(at: clock.now) { transaction in
      let when = try Targeting(reading: Self.ios.utf8)
      for id in 1...4 { _ = try transaction.upsert(TestContent.photo(id, width: 100)) }
      _ = try transaction.setWindow(Window(when: when), of: .pickupPhotos, id: 2)
      for id in 1...3 { _ = try transaction.upsert(TestContent.topic(id)) }
      _ = try transaction.upsert(TestContent.banner(1))
      _ = try transaction.setComposition(Self.composition(), of: "home")
      _ = try transaction.setComposition(#"{"sections":[]}"#, of: "other")
    }
    try await server.publisher.publish()
  }

  static func composition(
    title: String = "Topics", when: String = ios, window: String = "", banners: String = ""
  ) -> String {
    """
    {"sections":[
      {"id":"topics","kind":"featured_topics","title":"\(title)","when":\(when)\(window)},
      {"id":"photos","kind":"pickup_photos","title":"Photos","limit":3,
       "layout":{"type":"uniform_grid"}},
      {"id":"banners","kind":"campaign_banners","title":"\(banners)"}]}
    """
  }

  /// What a client gets.
  struct Served: Equatable {
    let name: String
    let bytes: [[UInt8]]
    let tag: String
    let revision: Int
    let expiresAt: Int?
    /// The items, by their sections.
    let items: [String: [Int]]
    /// The revisions of the sections.
    let sections: [String: Int]
  }

  func served(
    to client: ClientFacts = ClientFacts(), by server: TestServer? = nil
  ) async throws -> Served {
    let (name, variant) = try await (server ?? self.server).publisher.served(to: client)
    let screen = variant.screen(for: try Viewport(width: 390))
    let sections = try JSONValue.parse(screen.bytes)["sections"].elements
    let items = sections.map { section in
      (section["id"].text ?? "", section["items"].elements.map { Int($0["id"].number ?? 0) })
    }
    let revisions = sections.map { ($0["id"].text ?? "", Int($0["revision"].number ?? 0)) }
    return Served(
      name: name, bytes: try TestServer.bytes(of: variant),
      tag: screen.representation(in: .identity).entityTag, revision: variant.revision,
      expiresAt: variant.expiresAt?.millisecondsSince1970,
      items: Dictionary(uniqueKeysWithValues: items),
      sections: Dictionary(uniqueKeysWithValues: revisions))
  }

  /// Writes a minute later, puts that into service, and returns the keys of the event.
  func write(
    _ body: @escaping @Sendable (any ContentTransaction) throws -> Void
  ) async throws -> [String] {
    clock.set(clock.now.later(seconds: 60))
    let revision = try #require(try await server.store.write(at: clock.now, body)).number
    try await server.publisher.publish()
    return try await server.keys(of: revision)
  }

  /// A server that has just been started serves the same as the one that has followed.
  func expectAgreement(of clients: [ClientFacts] = [ClientFacts(), phone]) async throws {
    for isNoted in [false, true] {
      if isNoted { await server.publisher.noteDocumentRevisionsNow() }
      let fresh = try await database.startedServer()
      for client in clients {
        let (one, other) = (try await served(to: client, by: fresh), try await served(to: client))
        #expect(one == other, "\(one.revision) and \(other.revision)")
      }
    }
  }

  static var when: Targeting {
    get throws { try Targeting(reading: ios.utf8) }
  }
}
