import FeedEditing
import FeedModel
import FeedStore
import Foundation
import StrictJSON
import Testing

struct ItemBodyTests {
  private static let banner =
    #""banner_contents_id":1,"banner_url":"https://example.com/banner.jpg""#

  @Test("An item may come with its window, or without")
  func windows() throws {
    let plain = try body("{\"id\":3,\(Self.banner)}")
    #expect(plain.window == .always)
    #expect(plain.content.id == 3)
    let scheduled = try body(
      """
      {"id":3,\(Self.banner),"draft":true,"publish_at":"2030-01-01T00:00:00Z","unpublish_at":null}
      """)
    #expect(
      scheduled.window
        == Window(isDraft: true, publishAt: Timestamp("2030-01-01T00:00:00Z"), unpublishAt: nil))
  }

  @Test(
    "A condition is written where there is one, in its place among the members of an audit entry")
  func conditions() throws {
    let when = #""when":{"platforms":["ios","web"]}"#
    let targeted = try body(#"{"id":3,\#(Self.banner),"when":{"platforms":["web","ios","web"]}}"#)
    #expect(targeted.window == Window(when: Targeting(platforms: ["ios", "web"])))
    let item = StoredItem(targeted.content, window: targeted.window)
    let text = JSONWriter.text { $0.item(item) }
    #expect(text.hasSuffix(#""draft":false,"publish_at":null,"unpublish_at":null,\#(when)}"#))
    let plain = StoredItem(targeted.content, window: .always)
    #expect(JSONWriter.text { $0.item(plain) } == text.replacing(",\(when)", with: ""))
    #expect(item.entityTag != plain.entityTag)
    #expect(AuditJSON.text(item).hasSuffix(#""unpublish_at":null,\#(when)}"#))
    #expect(AuditJSON.text(plain) == AuditJSON.text(item).replacing(",\(when)", with: ""))
  }

  @Test("An item without an id has a stand-in, or the one it must have")
  func numbering() throws {
    let open = try body("{\(Self.banner)}")
    #expect(!open.isNumbered)
    #expect(open.numbered(12).content.id == 12)
    let given = try body("{\(Self.banner)}", id: 7)
    #expect(given.isNumbered)
    #expect(given.content.id == 7)
  }

  @Test("Every problem is found at once")
  func problems() throws {
    let problems = #expect(throws: DocumentProblems.self) {
      try body(
        """
        {"id":8,"banner_contents_id":"x","banner_url":"/a","publish_at":"2030-01-02T00:00:00Z",
         "unpublish_at":"2030-01-01T00:00:00Z","draft":1,"titel":"a"}
        """, id: 7)
    }
    #expect(
      problems?.listed.map(\.pointer) == [
        "/banner_contents_id", "/banner_url", "/draft", "/unpublish_at", "/titel", "/id",
      ])
  }

  @Test("A body that is no object is one problem", arguments: ["[]", "1", "null", #""a""#])
  func otherValues(text: String) throws {
    let problems = #expect(throws: DocumentProblems.self) { try body(text) }
    #expect(problems?.listed.map(\.expected) == [.object])
  }

  private func body(_ text: String, id: Int? = nil) throws -> ItemBody {
    try ItemBody(
      try JSONTree(parsing: Data(text.utf8)), kind: .campaignBanners, id: id)
  }
}
