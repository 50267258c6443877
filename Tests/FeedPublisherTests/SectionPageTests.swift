import FeedLayout
import FeedModel
import FeedPublisher
import Foundation
import TestSupport
import Testing

struct SectionPageTests {
  /// The page of `section` that begins at `position`.
  private func page(
    _ section: String, at position: Int, limit: Int, of publication: PublishedFeed,
    viewport: Viewport
  ) throws -> JSONValue? {
    try publication.page(
      ofSection: section, for: viewport, position: position, limit: limit,
      next: { "/next?cursor=\($0.token)" }
    ).map { try JSONValue.parse($0.bytes) }
  }

  /// Where `page` says that the next one begins.
  private func position(after page: JSONValue) throws -> Int? {
    guard let next = page["next"].text else { return nil }
    let token = try #require(next.split(separator: "=").last)
    return try #require(SectionCursor(token: String(token))).position
  }

  @Test(
    "Pages laid end to end are the whole section, for any page size",
    arguments: ContentKind.allCases, [375.0, 393.5])
  func endToEnd(kind: ContentKind, width: Double) throws {
    let viewport = try Viewport(width: width)
    let publication = PublishedFeed(rendering: try Feeds.samples(), for: [viewport])
    let screen = try JSONValue.parse(publication.screen(for: viewport).bytes)
    let whole = try #require(
      screen["sections"].elements.first { $0["id"].text == kind.rawValue })
    let count = whole["items"].elements.count

    for limit in 1...count + 1 {
      var frames: [JSONValue] = []
      var items: [JSONValue] = []
      var next: Int? = 0
      while let start = next, frames.count <= count {
        let page = try #require(
          try page(kind.rawValue, at: start, limit: limit, of: publication, viewport: viewport))
        let section = page["section"]
        #expect(page["feed"].text == "home" && page["revision"].number == 1)
        #expect(section["frame"] == whole["frame"])
        #expect(section["items"].elements.count == min(limit, count - start))
        frames += section["layout"]["frames"].elements
        items += section["items"].elements
        next = try position(after: page)
      }
      #expect(frames == whole["layout"]["frames"].elements, "pages of \(limit)")
      #expect(items == whole["items"].elements, "pages of \(limit)")
    }
  }

  @Test("A page has the keys of the contract, in its order")
  func keys() throws {
    let publication = PublishedFeed(rendering: try Feeds.samples(), for: [])
    let document = try #require(
      publication.page(
        ofSection: "pickup_photos", for: Viewport(width: 390), position: 3, limit: 1,
        next: { $0.token }))
    let text = String(decoding: document.bytes, as: UTF8.self)
    #expect(
      text.hasPrefix(
        #"{"feed":"home","revision":1,"section":{"id":"pickup_photos","kind":"pickup_photos","#))
    #expect(text.hasSuffix(#","next":"1.4"}"#))
  }

  @Test("A section that does not exist has no pages")
  func unknownSection() throws {
    let publication = PublishedFeed(rendering: try Feeds.samples(), for: [])
    let viewport = try Viewport(width: 390)
    #expect(
      try page("none", at: 0, limit: 1, of: publication, viewport: viewport) == nil)
  }

  @Test("A page behind the end, or of any size, is no accident", arguments: [0, 5, 6, 7, .max])
  func extremes(position: Int) throws {
    let publication = PublishedFeed(rendering: try Feeds.samples(), for: [])
    let viewport = try Viewport(width: 390)
    let page = try page(
      "campaign_banners", at: position, limit: .max, of: publication, viewport: viewport)
    #expect(page?["section"]["items"].elements.count == max(0, 6 - min(position, 6)))
    #expect(page?["next"] == .null)
  }

  @Test(
    "A cursor is read back from its own text",
    arguments: [SectionCursor(revision: 0, position: 1), .init(revision: 7, position: .max)])
  func cursors(cursor: SectionCursor) {
    #expect(SectionCursor(token: cursor.token) == cursor)
  }

  @Test(
    "Any other text is no cursor",
    arguments: [
      "", "1", "1.", ".1", "1.0", "-1.1", "1.-1", "+1.1", "1.+1", "01.1", "1.01", "1.1.1", "a.b",
      "1,1", " 1.1", "1.1 ", "1.99999999999999999999", "１.1",
    ])
  func otherTokens(token: String) {
    #expect(SectionCursor(token: token) == nil)
  }
}
