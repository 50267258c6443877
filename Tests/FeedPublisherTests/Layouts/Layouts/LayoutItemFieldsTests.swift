import FeedLayout
import FeedModel
import Foundation
import FeedPublisher
import StrictJSON
import TestSupport
import Testing

struct LayoutItemFieldsTests {
  private func layout(_ type: any SectionLayout.Type, _ text: String) throws -> any SectionLayout {
    try type.standardOptions.layout(
      of: type.itemFields.read(Data(text.utf8)), in: Viewport(width: 390))
  }

  /// The problems that a staggered grid of `text` is refused for.
  private func problems(
    _ text: String, _ type: any SectionLayout.Type = StaggeredGridLayout.self
  ) throws -> [String] {
    let error = try #require(throws: DocumentProblems.self) { try layout(type, text) }
    return error.listed.map(\.description)
  }

  static let items =
    #"{"id":5,"photo_width":3,"photo_height":4,"title":"a"},{"id":2,"photo_width":640,"photo_height":480}"#

  @Test("Items come in an object or bare, for every layout", arguments: SectionLayouts.all)
  func forms(type: any SectionLayout.Type) throws {
    let bare = try layout(type, "[\(Self.items)]")
    let wrapped = try layout(type, " {\"next\":null,\"result\":[\(Self.items)]}\n")
    #expect(bare.isEqual(to: wrapped))
    #expect(bare.name == type.name)
    #expect(bare.frames.map(\.id) == [5, 2])
    let empty = type.standardOptions.emptyLayout(in: try Viewport(width: 390))
    #expect(try layout(type, "[]").isEqual(to: empty))
    #expect(try layout(type, "{\"result\":[]}").frames.isEmpty)
  }

  @Test("A size may be called width and height, or photo_width and photo_height")
  func sizes() throws {
    let short = #"[{"id":5,"width":3,"height":4},{"id":2,"width":640,"height":480}]"#
    let same = try layout(StaggeredGridLayout.self, "[\(Self.items)]")
    #expect(try layout(StaggeredGridLayout.self, short).isEqual(to: same))
    // Both given: the picture's own counts.
    let both = #"[{"id":1,"width":1,"height":1,"photo_width":2,"photo_height":1}]"#
    #expect(try layout(StaggeredGridLayout.self, both).frames.first?.height == 92)
    let fractional = #"[{"id":1,"width":0.5,"height":0.25}]"#
    #expect(try layout(StaggeredGridLayout.self, fractional).frames.first?.height == 92)
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

  @Test("A layout without pictures needs ids and nothing else", arguments: SectionLayouts.all)
  func idsOnly(type: any SectionLayout.Type) throws {
    if type.itemFields.hasSize {
      #expect(throws: DocumentProblems.self) { try layout(type, #"[{"id":1}]"#) }
    } else {
      #expect(try layout(type, #"[{"id":1,"photo_width":"wide"}]"#).frames.map(\.id) == [1])
      #expect(
        try problems(#"[{"id":0},{},{"id":1},{"id":1},{"id":9007199254740992}]"#, type) == [
          "/0/id: expected a positive whole number, found 0 (line 1)",
          "/1/id: expected a positive whole number, found nothing (line 1)",
          "/3/id: expected a unique id, found 1 again (line 1)",
          "/4/id: expected a whole number from 1 to 9007199254740991, "
            + "found 9007199254740992 (line 1)",
        ])
    }
  }

  @Test("A picture that cannot be laid out is an error of the layout")
  func unusable() throws {
    let size = Size(width: 1e-300, height: 1e300)
    #expect(throws: LayoutError.unusableMediaSize(index: 0, id: 1, size: size)) {
      try layout(StaggeredGridLayout.self, #"[{"id":1,"width":1e-300,"height":1e300}]"#)
    }
  }

  @Test("A ring of more cards than it can hold is an error of the layout")
  func largeRing() throws {
    let items = (1...1_001).map { "{\"id\":\($0)}" }.joined(separator: ",")
    #expect(throws: LayoutError.self) { try layout(CircularCarouselLayout.self, "[\(items)]") }
  }

  @Test("A seen item keeps the column of its frame; one without either goes anywhere")
  func seen() throws {
    func column(_ more: String) throws -> Int? {
      try layout(StaggeredGridLayout.self, "[{\"id\":1,\"width\":1,\"height\":1\(more)}]").frames
        .first?
        .column
    }
    let frame = #","frame":{"x":199,"y":0,"width":183,"height":183,"column":1}"#
    #expect(try column(frame + #","seen":true"#) == 1)
    #expect(try column(frame + #","seen":false"#) == 0)
    #expect(try column(frame) == 0)
    #expect(try column(#","seen":true"#) == 0)
    #expect(
      try column(#","seen":true,"frame":{"x":199,"y":0,"width":183,"height":183}"#) == 0)
  }

  @Test("What is wrong with a frame or a mark is named by its pointer")
  func wrongFrames() throws {
    let item = #"{"id":1,"width":1,"height":1"#
    #expect(
      try problems("[\(item),\"seen\":1}]") == [
        "/0/seen: expected true or false, found 1 (line 1)"
      ])
    #expect(
      try problems("[\(item),\"seen\":true,\"frame\":7}]") == [
        "/0/frame: expected an object, found 7 (line 1)"
      ])
    #expect(
      try problems(
        "[\(item),\"seen\":true,\"frame\":{\"x\":\"a\",\"y\":-3.5,\"width\":1,\"column\":0.5}}]")
        == [
          "/0/frame/x: expected a number, found \"a\" (line 1)",
          "/0/frame/height: expected a number, found nothing (line 1)",
          "/0/frame/column: expected a whole number, found 0.5 (line 1)",
        ])
    let error = try #require(throws: DocumentProblems.self) {
      try LayoutItemFields.drawnFrames(in: Data(#"[{"id":1,"frame":null}]"#.utf8))
    }
    #expect(error.listed.map(\.pointer) == ["/0/frame"])
  }

  @Test("A composition has no changes: no one has drawn it before")
  func compositions() throws {
    for section in Calculations.sections {
      let problem = try #require(throws: OptionProblem.self) {
        try section.recipe(["changes": "true"])
      }
      #expect(problem.option == "changes")
    }
  }
}
