import FeedLayout
import FeedModel
import StrictJSON
import TestSupport
import Testing

/// Definitions of cells and themes as they are written.
struct CellReadingTests {
  private func definition(_ json: String) throws -> CellDefinition {
    try CellDefinition(reading: try JSONTree(parsing: json.utf8), theme: StandardCells.theme)
  }

  @Test func aDefinitionIsReadWithAllItsParts() throws {
    let pin = try definition(
      """
      {"cell":"pin","title":"Pin","fits":["staggered_grid","uniform_grid"],
       "box":{"corner_radius":16,"border":null,"background":"label"},
       "content":[{"image":"image","aspect":"item","content_mode":"fill"},
                  {"stack":[{"text":"headline","style":"headline","color":"label","lines":{"min":1,"max":2}},
                            {"row":[{"stars":"rating","size":12},{"text":"rating","style":"caption"}],"spacing":4},
                            {"text":"fixed","words":{"ja":"ユーザー評価:","en":"user rating:"},"style":"caption"}],
                   "padding":{"top":8,"left":8,"right":8,"bottom":12},"spacing":4}],
       "over":[{"shade":"shade","edge":"bottom","height":0.4},
               {"badge":"label","style":"detail","background":"news_badge","edge":"top","align":"end","inset":8}]}
      """)
    #expect(pin.fits == ["staggered_grid", "uniform_grid"] && pin.title == "Pin")
    #expect(pin.content.count == 2 && pin.over.count == 2)
    #expect(pin.over[1].edge == .top && pin.over[1].inset == .points(8))
    guard case .stack(let group) = pin.content[1].content else {
      Issue.record("no stack")
      return
    }
    #expect(group.elements.count == 3 && group.spacing == .points(4))
    #expect(pin.content[1].padding.bottom == .points(12))
    guard case .words(let words)? = group.elements[2].text?.source else {
      Issue.record("no words")
      return
    }
    #expect(words.text(for: ["en-GB", "en", "ja"]) == "user rating:")
    #expect(words.text(for: ["ja"]) == "ユーザー評価:")
  }

  static let image = #"{"image":"image"}"#

  /// A definition with `content`, and what it is refused for.
  static let refused: [(content: String, pointer: String, expected: String)] = [
    (#"{"video":"image"}"#, "/content/0", "one of the members"),
    (
      #"{"text":"headline","style":"headline","image":"image"}"#, "/content/0", "one of the members"
    ),
    (#"{"text":"headline","style":"huge"}"#, "/content/0/style", "one of body"),
    (#"{"text":"subtitle","style":"body"}"#, "/content/0/text", "one of headline"),
    (#"{"text":"headline","style":"body","colour":"label"}"#, "/content/0/colour", "one of"),
    (##"{"text":"headline","style":"body","color":"#ff0000"}"##, "/content/0/color", "one of"),
    (#"{"text":"headline","style":"body","lines":0}"#, "/content/0/lines", "1 to 20"),
    (
      #"{"text":"headline","style":"body","lines":{"min":3,"max":2}}"#, "/content/0/lines/min",
      "0 to 2"
    ),
    (#"{"image":"image","aspect":0}"#, "/content/0/aspect", "0.1 to 10"),
    (#"{"image":"image","aspect":"square"}"#, "/content/0/aspect", "item"),
    (
      #"{"stack":[{"row":[{"stack":[{"text":"headline","style":"body"}]}]}]}"#,
      "/content/0/stack/0/row/0/stack", "at most 2 deep"
    ),
    (#"{"stack":[]}"#, "/content/0/stack", "one element"),
    (
      #"{"text":"fixed","style":"body","words":{"en_US":"a"}}"#, "/content/0/words/en_US",
      "a language tag"
    ),
    (
      #"{"text":"headline","style":"body","padding":{"top":"wider"}}"#, "/content/0/padding/top",
      "one of"
    ),
    (#"{"text":"headline","style":"body","padding":600}"#, "/content/0/padding", "-64 to 512"),
    (
      #"{"text":"headline","style":"body"},{"text":"headline","style":"body"}"#, "/content",
      "each role in one text"
    ),
    ("\(image),\(image)", "/content", "one image"),
    (#"{"spacer":false}"#, "/content/0/spacer", "true"),
  ]

  @Test("What is no definition is refused with its place", arguments: refused)
  func refusal(content: String, pointer: String, expected: String) throws {
    let json = #"{"cell":"tried","fits":["uniform_grid"],"content":[\#(content)]}"#
    do {
      _ = try definition(json)
      Issue.record("it is read")
    } catch let problems as DocumentProblems {
      let problem = try #require(problems.listed.first { $0.pointer == pointer }, "\(problems)")
      #expect(problem.sentence.contains(expected), "\(problem)")
    }
  }

  @Test func aDefinitionHasAtMostFortyElements() throws {
    let line = #"{"line":"divider"}"#
    func json(_ count: Int) -> String {
      let lines = Array(repeating: line, count: count).joined(separator: ",")
      return #"{"cell":"tried","fits":["list"],"content":[\#(lines)]}"#
    }
    #expect(try definition(json(40)).content.count == 40)
    #expect(throws: DocumentProblems.self) { try definition(json(41)) }
  }

  static let wrongMembers = [
    #"{"cell":"Tried","fits":["list"],"content":[{"line":"divider"}]}"#,
    #"{"cell":"tried","fits":[],"content":[{"line":"divider"}]}"#,
    #"{"cell":"tried","fits":["sofa"],"content":[{"line":"divider"}]}"#,
    #"{"cell":"tried","fits":["list"],"content":[]}"#,
    #"{"cell":"tried","fits":["list"],"content":[{"line":"divider"}],"over":[{"shade":"nothing"}]}"#,
    #"{"cell":"tried","fits":["list"],"content":[{"line":"divider"}],"over":[{"text":"label","style":"body"}]}"#,
    #"{"cell":"tried","fits":["list"],"content":[{"line":"divider"}],"under":[]}"#,
  ]

  @Test(arguments: wrongMembers) func aDefinitionThatLacksSomethingIsRefused(json: String) {
    #expect(throws: DocumentProblems.self) { try definition(json) }
  }

  // MARK: - Themes

  @Test func aThemeHasWhatItLeavesOutLikeTheDefaultTheme() throws {
    let spring = try Design(
      reading: try JSONTree(
        parsing: """
          {"theme":"spring","styles":{"headline":{"family":"Inter","size":17,"weight":600,"grows":"headline"}},
           "colors":{"label":{"light":"#112233","dark":"#EEEEEEFF"}},"radii":{"card":18},"spacing":{"gap":12}}
          """.utf8), as: .theme, theme: nil)
    let catalogue = CellCatalogue.standard.replacing(spring)
    let theme = catalogue.theme("spring")
    #expect(theme.styles["headline"]?.size == 17 && theme.styles["body"]?.size == 12)
    #expect(theme.colors["label"] == CellColor("#112233ff", dark: "#eeeeeeff"))
    #expect(theme.radii["card"] == 18 && theme.spacing["gap"] == 12)
    #expect(theme.radii["media"] == StandardCells.theme.radii["media"])
    #expect(catalogue.theme("autumn") == StandardCells.theme)
    #expect(catalogue.theme() == StandardCells.theme)
  }

  static let wrongThemes: [(json: String, pointer: String)] = [
    (#"{"theme":"a","styles":{"x":{"family":"","size":12,"weight":400}}}"#, "/styles/x/family"),
    (#"{"theme":"a","styles":{"x":{"family":"Inter","size":0,"weight":400}}}"#, "/styles/x/size"),
    (#"{"theme":"a","styles":{"x":{"family":"Inter","size":12,"weight":50}}}"#, "/styles/x/weight"),
    (
      #"{"theme":"a","styles":{"x":{"family":"Inter","size":12,"weight":400,"grows":"giant"}}}"#,
      "/styles/x/grows"
    ),
    (#"{"theme":"a","colors":{"x":"red"}}"#, "/colors/x"),
    (##"{"theme":"a","colors":{"x":{"light":"#12345"}}}"##, "/colors/x/light"),
    (##"{"theme":"a","colors":{"X-1":"#112233"}}"##, "/colors/X-1"),
    (#"{"theme":"a","radii":{"x":-1}}"#, "/radii/x"),
    (#"{"theme":"a","shadows":{}}"#, "/shadows"),
  ]

  @Test(arguments: wrongThemes)
  func whatIsNoThemeIsRefusedWithItsPlace(json: String, pointer: String) throws {
    let tree = try JSONTree(parsing: json.utf8)
    let problems = try #require(throws: DocumentProblems.self) { try CellTheme(reading: tree) }
    #expect(problems.listed.map(\.pointer) == [pointer], "\(problems)")
  }
}
