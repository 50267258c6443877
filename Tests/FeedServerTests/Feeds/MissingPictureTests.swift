import FeedPublisher
import FeedServer
import FeedStore
import HTTPTypes
import TestSupport
import Testing

/// An item without its picture takes nothing from the others of its section.
@Suite struct MissingPictureTests {
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
    try await LocalServer.run(publishes: false) { server in
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
      let screen = try JSONValue.parse(try await server.client.get("/v1/feeds/home").body)
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
      let ready = try JSONValue.parse(try await server.client.get("/readyz").body)
      #expect(ready["failing_sections"] == .array([]))
    }
  }
}
