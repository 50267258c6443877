import FeedModel
import FeedPublisher
import FeedServer
import FeedStore
import HTTPTypes
import TestSupport
import Testing

/// An item that a layout cannot draw fails alone, and is named; where it can be drawn, it is.
///
/// The pictures have sizes that an older version stored: none can be written any more.
@Suite struct UndrawableItemTests {
  private static let count = 23
  /// The first one, two beside each other, the last one of the screen, and the last one.
  private static let undrawable = [1, 5, 6, 8, 23]
  private static let drawn = (1...count).filter { !undrawable.contains($0) }

  private static func run(
    layout: String, options: String = "{}", wide: Bool = false,
    _ body: (LiveServer) async throws -> Void
  ) async throws {
    @Sendable func composition(limit: Int) -> String {
      """
      {"sections":[
        {"id":"photos","kind":"pickup_photos","title":"Photos","limit":\(limit),
         "layout":{"type":"\(layout)","options":\(options)},"source":{"query":{"sort":"id"}}},
        {"id":"topics","kind":"featured_topics","title":"Topics","limit":2}]}
      """
    }
    try await LiveServer.run(
      prepare: { store, _ in
        try await store.write { transaction in
          for id in 1...count {
            let extreme = undrawable.contains(id)
            let size = extreme ? (wide ? (1_000_000_000, 1) : (1, 1_000_000_000)) : (300, 400)
            _ = try transaction.upsert(TestContent.photo(id, width: size.0, height: size.1))
          }
          _ = try transaction.setComposition(composition(limit: 8), of: "home")
          _ = try transaction.setComposition(composition(limit: 1_000), of: "whole")
        }
      }, body)
  }

  private static func get(_ path: String, in server: LiveServer) async throws -> JSONValue {
    let answer = try await server.get(path, is: 200)
    return try answer.json()
  }

  private static func ids(_ values: JSONValue, _ member: String = "id") -> [Int] {
    values.elements.compactMap { $0[member].number.map { Int($0) } }
  }

  @Test(.server(by: { try await run(layout: "staggered_grid", $0) }))
  func theOthersAreDrawnAsIfItWereNotThere() async throws {
    let screen = try await Self.get("/v1/feeds/whole", in: server)
    let section = screen["sections"].elements[0]
    #expect(Self.ids(section["items"]) == Self.drawn)
    #expect(Self.ids(section["layout"]["frames"]) == Self.drawn)
    // Two columns of cells that are 244 points high.
    #expect(section["layout"]["content_size"]["height"].number == Double(9 * 244 + 8 * 8))
    #expect(Self.ids(screen["errors"], "item") == Self.undrawable)
    let error = screen["errors"].elements[0]
    #expect(error["section"].text == "photos")
    #expect(
      error["detail"].text == "expected a picture size that can be laid out, found 1 × 1000000000")
    // What is below has its place, and nothing of it is an error of the server.
    #expect(Self.ids(screen["sections"].elements[1]["items"]).count == 2)
    let ready = try await Self.get("/readyz", in: server)
    #expect(ready["status"].text == "ready" && ready["failing_sections"] == .array([]))
  }

  @Test(arguments: ["staggered_grid", "carousel"])
  func aPageNamesThoseThatItIsWithout(layout: String) async throws {
    try await Self.run(layout: layout, wide: layout == "carousel") { server in
      var (items, errors): ([Int], [Int]) = ([], [])
      var next: String? = "/v1/feeds/whole/sections/photos?width=390&limit=3"
      while let path = next {
        let page = try await Self.get(path, in: server)
        let section = page["section"]
        #expect(Self.ids(section["items"]) == Self.ids(section["layout"]["frames"]))
        #expect(Self.ids(section["items"]).count == 3)
        items += Self.ids(section["items"])
        errors += Self.ids(page["errors"], "item")
        next = page["next"].text
      }
      #expect(items == Self.drawn)
      #expect(errors == Self.undrawable)
    }
  }

  @Test(.server(by: { try await run(layout: "staggered_grid", $0) }), arguments: [1, 2, 4, 100])
  func thePagesBehindTheScreenGoOnFromIt(limit: Int) async throws {
    let whole = try await Self.get("/v1/feeds/whole", in: server)
    let screen = try await Self.get("/v1/feeds/home", in: server)
    var frames = screen["sections"].elements[0]["layout"]["frames"].elements
    var errors = Self.ids(screen["errors"], "item")
    #expect(errors == [1, 5, 6, 8])
    var next = screen["sections"].elements[0]["next"].text
    #expect(next != nil)
    while let path = next {
      let page = try await Self.get(path.replacing("limit=8", with: "limit=\(limit)"), in: server)
      frames += page["section"]["layout"]["frames"].elements
      errors += Self.ids(page["errors"], "item")
      next = page["next"].text
    }
    #expect(frames == whole["sections"].elements[0]["layout"]["frames"].elements)
    #expect(errors == Self.undrawable)
  }

  @Test(arguments: [
    ("uniform_grid", "{}"), ("shelf", "{}"), ("snap_carousel", "{}"), ("card_stack", "{}"),
    ("circular_carousel", "{}"), ("mosaic", "{}"), ("list", "{}"),
    ("justified_rows", #"{"row_height":100}"#),
  ])
  func aLayoutThatNeedsNoSizeDrawsIt(layout: String, options: String) async throws {
    try await Self.run(layout: layout, options: options) { server in
      let screen = try await Self.get("/v1/feeds/home", in: server)
      #expect(Self.ids(screen["sections"].elements[0]["items"]) == Array(1...8))
      #expect(screen["errors"] == .null)
    }
  }

  @Test(.server(by: { try await run(layout: "staggered_grid", $0) }))
  func aSectionOfNothingElseIsEmpty() async throws {
    let composition = """
      {"sections":[{"id":"photos","kind":"pickup_photos","title":"Photos","source":{"pinned":[1,5]}},\
      {"id":"topics","kind":"featured_topics","title":"Topics","limit":2}]}
      """
    try await server.store.write { transaction in
      _ = try transaction.setComposition(composition, of: "home")
    }
    try await server.catchUp()
    let screen = try await Self.get("/v1/feeds/home", in: server)
    let section = screen["sections"].elements[0]
    #expect(section["items"].elements.isEmpty && section["frame"]["height"].number == 0)
    #expect(Self.ids(screen["errors"], "item") == [1, 5])
    #expect(screen["sections"].elements[1]["frame"]["y"].number == 0)
    let ready = try await Self.get("/readyz", in: server)
    #expect(ready["status"].text == "ready" && ready["failing_sections"] == .array([]))
  }
}

/// An item without its picture takes nothing from the others of its section.
@Suite(.server(publishes: false)) struct MissingPictureTests {
  private static let kind = """
    {"kind":"walls","title":"Walls","fields":[{"name":"name","type":"text"},\
    {"name":"photo_url","type":"url","required":false},\
    {"name":"photo_width","type":"integer","minimum":1,"required":false},\
    {"name":"photo_height","type":"integer","minimum":1,"required":false}],\
    "roles":{"headline":"name","image":"photo_url","image_width":"photo_width","image_height":"photo_height"}}
    """
  private static let items = [
    #"{"name":"With","photo_url":"https://example.com/a.jpg","photo_width":400,"photo_height":100}"#,
    #"{"name":"Without"}"#,
    #"{"name":"Half","photo_url":"https://example.com/b.jpg","photo_width":400}"#,
  ]

  @Test(arguments: [
    ("staggered_grid", "{}"), ("justified_rows", #"{"row_height":100}"#),
    ("carousel", #"{"item_height":100}"#),
  ])
  func theSectionHasAllOfItsItems(layout: String, options: String) async throws {
    func send(_ method: String, _ path: String, _ body: String) async throws -> Int {
      let answer = try await server.application.answer(
        method == "PUT" ? .put : .post, path, body: Array(body.utf8),
        as: try await server.identity(.admin))
      return answer.status
    }
    #expect(try await send("PUT", "/v1/kinds/walls", Self.kind) == 201)
    for item in Self.items { #expect(try await send("POST", "/v1/content/walls", item) == 201) }
    let composition = """
      {"sections":[{"id":"walls","kind":"walls","title":"Walls",\
      "layout":{"type":"\(layout)","options":\(options)}}]}
      """
    #expect(try await send("PUT", "/v1/feeds/home/composition", composition) == 201)
    try await server.publisher.publish()
    let screen = try await server.json("/v1/feeds/home")
    let section = screen["sections"].elements[0]
    #expect(section["items"].elements.count == 3)
    let frames = section["layout"]["frames"].elements
    #expect(frames.count == 3)
    for frame in frames {
      let (width, height) = (frame["width"].number ?? 0, frame["height"].number ?? 0)
      #expect(width > 0 && height > 0)
      // Squares, but for the picture whose size is known.
      if frame["id"].number != 1, layout != "justified_rows" { #expect(width == height) }
    }
    let ready = try await server.json("/readyz")
    #expect(ready["failing_sections"] == .array([]))
  }
}
