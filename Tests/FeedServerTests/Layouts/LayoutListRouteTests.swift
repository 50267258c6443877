import FeedLayout
import FeedModel
import FeedServer
import Foundation
import FeedPublisher
import StrictJSON
import TestSupport
import Testing

/// The layouts and cells that tools make forms of.
@Suite struct LayoutListRouteTests {
  private static func list() async throws -> JSONValue {
    var list = JSONValue.null
    try await LiveServer.run(publishes: false) { server in
      let answer = try await server.get("/v1/layouts", is: 200)
      try await server.send(
        "GET", "/v1/layouts", ["If-None-Match": try #require(answer.header("ETag"))], is: 304)
      list = try answer.json()
    }
    return list
  }

  /// The text of a value of `option` in a composition; `nil` for an option without a default.
  private static func text(_ option: JSONValue) -> String? {
    switch option["default"] {
    case .text(let text): text
    case .number(let number): NumberText.shortest(number)
    case .bool(let flag): "\(flag)"
    default: nil
    }
  }

  @Test func everyOptionIsTakenByACompositionAndNoOther() async throws {
    let layouts = try await Self.list()["layouts"].elements
    #expect(layouts.compactMap { $0["type"].text } == SectionLayouts.names)
    for layout in layouts {
      let type = try #require(layout["type"].text)
      let calculation = try #require(Calculations.sections.first { $0.name == type })
      let standard = try LayoutRecipe(type: type)
      var names: [String] = []
      for option in layout["options"].elements {
        let name = try #require(option["name"].text)
        names.append(name)
        #expect(option["help"].text?.isEmpty == false)
        guard let text = Self.text(option) else { continue }
        #expect(try LayoutRecipe(type: type, options: [name: text]) == standard, "\(type) \(name)")
      }
      #expect(names.count == Set(names).count)
      for name in calculation.descriptions.map(\.name) where !names.contains(name) {
        #expect(throws: OptionProblem.self, "\(type) \(name)") {
          try LayoutRecipe(type: type, options: [name: "1"])
        }
      }
    }
  }

  @Test(arguments: [
    (
      "uniform_grid", "columns",
      #"{"name":"columns","type":"integer","minimum":1,"maximum":16,"default":2}"#
    ),
    (
      "carousel", "item_height",
      #"{"name":"item_height","type":"number","minimum":0.001,"maximum":1000000,"default":\#(NumberText.shortest(CarouselLayout.feedItemHeight))}"#
    ),
    (
      "mosaic", "starts",
      #"{"name":"starts","type":"choice","choices":["leading","trailing"],"default":"leading"}"#
    ),
  ])
  func optionsHaveTheirLimitsAndDefaults(
    layout: String, name: String, expected: String
  ) async throws {
    let layouts = try await Self.list()["layouts"].elements
    let options = try #require(layouts.first { $0["type"].text == layout })["options"].elements
    let option = try #require(options.first { $0["name"].text == name })
    let wanted = try JSONValue.parse(Data(expected.utf8))
    let members = option.members.filter { $0.name != "help" }
    #expect(members.map(\.name) == wanted.members.map(\.name), "\(option)")
    for (name, value) in wanted.members { #expect(option[name] == value, "\(option)") }
  }

  @Test func cellsSayTheirRolesAndLayouts() async throws {
    let cells = try await Self.list()["cells"].elements
    #expect(cells.compactMap { $0["name"].text } == StandardCells.names)
    for cell in cells {
      #expect(!cell["roles"].elements.isEmpty && !cell["layouts"].elements.isEmpty)
    }
    let row = try #require(cells.first { $0["name"].text == "row" })
    #expect(row["layouts"].elements.map(\.text) == ["snap_carousel", "list"])
    #expect(row["roles"].elements.compactMap(\.text).contains("headline"))
    let topics = try #require(cells.first { $0["name"].text == "featured_topics" })
    #expect(topics["roles"].elements.compactMap(\.text).contains("rating"))
  }
}
