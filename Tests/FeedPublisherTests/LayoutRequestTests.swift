import FeedLayout
import FeedModel
import FeedPublisher
import Foundation
import TestSupport
import Testing

struct LayoutRequestTests {
  private func layout(_ type: LayoutType, _ text: String) throws -> SectionLayout {
    try LayoutRequest(type: type, viewport: Viewport(width: 390)).layout(of: Data(text.utf8))
  }

  /// The problems that a staggered grid of `text` is refused for.
  private func problems(_ text: String, _ type: LayoutType = .staggeredGrid) throws -> [String] {
    let error = try #require(throws: ContentProblems.self) { try layout(type, text) }
    return error.listed.map(\.description)
  }

  static let items =
    #"{"id":5,"photo_width":3,"photo_height":4,"title":"a"},{"id":2,"photo_width":640,"photo_height":480}"#

  @Test("Items come in an object or bare, for every layout", arguments: LayoutType.allCases)
  func forms(type: LayoutType) throws {
    let bare = try layout(type, "[\(Self.items)]")
    let wrapped = try layout(type, " {\"next\":null,\"result\":[\(Self.items)]}\n")
    #expect(bare == wrapped)
    #expect(bare.type == type)
    #expect(bare.frames.map(\.id) == [5, 2])
    #expect(try layout(type, "[]") == SectionLayout(empty: type, viewport: Viewport(width: 390)))
    #expect(try layout(type, "{\"result\":[]}").frames.isEmpty)
  }

  @Test("A size may be called width and height, or photo_width and photo_height")
  func sizes() throws {
    let short = #"[{"id":5,"width":3,"height":4},{"id":2,"width":640,"height":480}]"#
    let same = try layout(.staggeredGrid, short) == layout(.staggeredGrid, "[\(Self.items)]")
    #expect(same)
    // Both given: the picture's own counts.
    let both = #"[{"id":1,"width":1,"height":1,"photo_width":2,"photo_height":1}]"#
    #expect(try layout(.staggeredGrid, both).frames.first?.height == 92)
    let fractional = #"[{"id":1,"width":0.5,"height":0.25}]"#
    #expect(try layout(.staggeredGrid, fractional).frames.first?.height == 92)
  }

  @Test("A missing or unusable size is named by its pointer")
  func missingSizes() throws {
    let good = #"{"id":1,"photo_width":1,"photo_height":1}"#
    let others = #"{"id":2,"photo_width":1,"photo_height":1},{"id":3,"width":1,"height":1}"#
    let missing = #"{"id":4,"photo_height":720}"#
    #expect(
      try problems("{\"result\":[\(good),\(others),\(missing)]}") == [
        "/result/3/photo_width: expected a number above 0, found nothing (line 1)"
      ])
    #expect(
      try problems(#"[{"id":1},{"id":2,"width":5},{"id":3,"width":0,"height":"1"}]"#) == [
        "/0/photo_width: expected a number above 0, found nothing (line 1)",
        "/0/photo_height: expected a number above 0, found nothing (line 1)",
        "/1/height: expected a number above 0, found nothing (line 1)",
        "/2/width: expected a number above 0, found 0 (line 1)",
        "/2/height: expected a number above 0, found \"1\" (line 1)",
      ])
  }

  @Test("A layout without pictures needs ids and nothing else", arguments: LayoutType.allCases)
  func idsOnly(type: LayoutType) throws {
    if type == .staggeredGrid {
      #expect(throws: ContentProblems.self) { try layout(type, #"[{"id":1}]"#) }
    } else {
      #expect(try layout(type, #"[{"id":1,"photo_width":"wide"}]"#).frames.map(\.id) == [1])
      #expect(
        try problems(#"[{"id":0},{},{"id":1},{"id":1}]"#, type) == [
          "/0/id: expected a positive whole number, found 0 (line 1)",
          "/1/id: expected a positive whole number, found nothing (line 1)",
          "/3/id: expected an id that is used once, found 1 again (line 1)",
        ])
    }
  }

  @Test("A picture that cannot be laid out is an error of the layout")
  func unusable() throws {
    let size = Size(width: 1e-300, height: 1e300)
    #expect(throws: LayoutError.unusableMediaSize(index: 0, id: 1, size: size)) {
      try layout(.staggeredGrid, #"[{"id":1,"width":1e-300,"height":1e300}]"#)
    }
  }

  @Test("A ring of more cards than it can hold is an error of the layout")
  func largeRing() throws {
    let items = (1...1_001).map { "{\"id\":\($0)}" }.joined(separator: ",")
    #expect(throws: LayoutError.self) { try layout(.circularCarousel, "[\(items)]") }
  }
}
