import FeedLayout
import FeedModel
import FeedPublisher
import Foundation
import StrictJSON
import TestSupport
import Testing

struct CompositionCheckTests {
  private func composition(_ sections: String) throws -> Composition {
    try Composition(reading: Data(#"{"sections":[\#(sections)]}"#.utf8), of: "home")
  }

  @Test(
    "What is written is read back as it was",
    arguments: [
      "", #"{"id":"a","kind":"recent_news","title":"\"\\n"}"#,
      """
      {"id":"a","kind":"featured_topics","title":"A","limit":7,
      "layout":{"type":"uniform_grid","options":{"columns":3}},
      "window":{"draft":true,"publish_at":"2026-12-24T09:00:00Z"},
      "source":{"query":{"filter":{"rating.gte":4,"title":"x"},"sort":"-published_at,id","q":"米"}},
      "action":{"deep_link":"app://{kind}/{id}"},"category":"media","min_schema_version":2}
      """,
      #"{"id":"a","kind":"recent_news","title":"","source":{"pinned":[3,1]}}"#,
    ])
  func roundTrip(sections: String) throws {
    let written = JSONWriter.encode { [composition = try composition(sections)] writer in
      composition.write(to: &writer)
    }
    let read = try Composition(reading: Data(written), of: "home")
    #expect(JSONWriter.encode { read.write(to: &$0) } == written)
  }

  @Test("The default composition says itself what it is, and can be laid out")
  func home() throws {
    let written = JSONWriter.encode { Composition.home.write(to: &$0) }
    let read = try Composition(reading: Data(written), of: "home")
    #expect(read.sections.map(\.id) == Composition.home.sections.map(\.id))
    try read.check(for: Viewport.common, in: .standard)
    #expect(try Feeds.published(Feeds.samples(read)) == Feeds.published(Feeds.samples()))
  }

  @Test(
    "A section that cannot be laid out is refused by its place",
    arguments: [
      (#""layout":{"type":"spiral"}"#, "/layout/type"),
      (#""layout":{"type":"uniform_grid","options":{"columns":0}}"#, "/layout/options/columns"),
      (#""layout":{"type":"uniform_grid","options":{"rows":2}}"#, "/layout/options/rows"),
      (#""layout":{"type":"uniform_grid","options":{"width":390}}"#, "/layout/options/width"),
      (#""layout":{"type":"justified_rows"}"#, "/layout"),
      (#""limit":101,"layout":{"type":"circular_carousel"}"#, "/limit"),
    ])
  func impossible(member: String, place: String) throws {
    let composition = try composition(
      #"{"id":"a","kind":"recent_news","title":""},{"id":"b","kind":"recent_news","title":"",\#(member)}"#
    )
    let viewports = [try Viewport(width: 390)]
    let problems = #expect(throws: DocumentProblems.self) {
      try composition.check(for: viewports, in: .standard)
    }
    #expect(problems?.listed.map(\.pointer) == ["/sections/1" + place])
  }

  /// At 390 points there is room, at the narrowest screen there is none.
  @Test("A section that cannot be laid out on some screen is refused, and named by the feed")
  func narrow() throws {
    let section =
      #"{"id":"a","kind":"recent_news","title":"","layout":{"type":"uniform_grid","options":{"inset":150}}}"#
    let viewport = try Viewport(width: 390)
    let problems = #expect(throws: DocumentProblems.self) {
      try composition(section).check(for: [viewport], in: .standard)
    }
    #expect(problems?.listed.first?.expected == .words("a layout of recent_news 200 points wide"))
    let feed = try Feeds.samples(try composition(section), checking: [viewport])
    #expect(feed.allFailures.map(\.section) == ["a"])
  }

  @Test("A layout that needs sizes of pictures names the roles that the kind lacks")
  func sizes() throws {
    let section =
      #"{"id":"a","kind":"campaign_banners","title":"","layout":{"type":"justified_rows"}}"#
    let problems = #expect(throws: DocumentProblems.self) {
      try composition(section).check(for: [try Viewport(width: 390)], in: .standard)
    }
    #expect(problems?.listed.map(\.pointer) == ["/sections/0/layout"])
    #expect(
      problems?.listed.first?.expected
        == .words(
          "the roles image_width and image_height in campaign_banners, or an image of type photo, "
            + "since justified_rows needs the sizes of pictures"))
  }

  @Test(
    "Options come back as what they are",
    arguments: [
      (#"{"columns":3}"#, #"{"columns":3}"#), (#"{"spacing":"7.30"}"#, #"{"spacing":7.3}"#),
      (#"{"explain":true,"placement":"forward"}"#, #"{"explain":true,"placement":"forward"}"#),
    ])
  func options(written: String, read: String) throws {
    let composition = try composition(
      #"{"id":"a","kind":"pickup_photos","title":"","layout":{"type":"staggered_grid","options":\#(written)}}"#
    )
    let json = JSONWriter.encode { composition.write(to: &$0) }
    #expect(String(decoding: json, as: UTF8.self).contains(#""options":\#(read)}"#))
  }
}
