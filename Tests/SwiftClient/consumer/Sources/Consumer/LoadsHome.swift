import Foundation
import TanadaClient

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The client loads `home`, keeps it, and asks for it again by its tag.
struct LoadsHome {
  let base: URL
  let store: String

  func check() async throws {
    let kept = DocumentStore(folder: URL(fileURLWithPath: store))
    let client = FeedClient(base: base, store: kept)
    // 1. What the samples have.
    let loaded = try await client.load("home", query)
    let document = loaded.document
    try require(loaded.source == .server, "a document of the server")
    try require(document.feed == "home" && document.viewportWidth == 390, "home at 390 points")
    try require(document.unreadableSections.isEmpty, "all sections can be read")
    for (section, name) in zip(document.sections, Self.layouts) {
      try require(section.layout.type == name, "\(section.id) has the layout \(name)")
      try require(section.layout.details != .other, "the motion of \(section.id) is known")
      try require(!section.items.isEmpty, "\(section.id) has items")
      try require(section.entries.count == section.items.count, "\(section.id) places all items")
      for slot in section.cell?.slots ?? [] {
        try require(slot.canBeDrawn, "the slot \(slot.role) of \(section.id) is known")
      }
    }
    try require(document.sections.count == Self.layouts.count, "\(Self.layouts.count) sections")
    // 2. Items are entities of the app.
    let topic: Topic = try require(
      document.section("featured_topics")?.items.first ?? nil, "a topic"
    )
    .decode()
    try require(topic.rating > 0 && !topic.title.isEmpty, "a topic with a title and a rating")
    // 3. The last good copy has the same bytes, and is first at the next start.
    let again = FeedClient(base: base, store: kept)
    var sources: [LoadedFeed.Source] = []
    for try await next in again.feed("home", query) {
      try require(next.document == document, "the same document")
      sources.append(next.source)
    }
    try require(sources == [.store, .server], "the kept document, and then that of the server")
    // 4. Pages of a section up to its end.
    var paged = document
    var pages = 0
    while case .loaded(let more) = try await client.nextPage(of: "pickup_photos", in: paged) {
      paged = more
      pages += 1
    }
    let photos = try require(paged.section("pickup_photos"), "photos")
    let all = try await count(of: "pickup_photos")
    try require(pages > 0 && photos.next == nil, "photos have pages, and an end")
    try require(photos.entries.count == all, "all \(all) photos, not \(photos.entries.count)")
    try require(Set(photos.entries.map(\.id)).count == all, "each photo once")
    print("✔ loads home: \(document.sections.count) sections, \(pages) pages of photos")
  }

  /// How many items of `kind` the server has.
  private func count(of kind: String) async throws -> Int {
    var address = URLComponents(
      url: base.appendingPathComponent("v1/content/\(kind)"), resolvingAgainstBaseURL: true)
    address?.queryItems = [
      URLQueryItem(name: "count", value: "true"), URLQueryItem(name: "limit", value: "1"),
    ]
    let (body, _) = try await URLSession.shared.data(from: try require(address?.url, "an address"))
    return try require(JSONValue(data: body)["total"]?.int, "a total")
  }

  private static let layouts: [LayoutName] = [
    .circularCarousel, .snapCarousel, .shelf, .mosaic, .uniformGrid, .staggeredGrid, .cardStack,
  ]

  private struct Topic: Decodable {
    let title: String
    let rating: Double
  }
}
