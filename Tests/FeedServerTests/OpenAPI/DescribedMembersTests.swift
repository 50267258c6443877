import FeedServer
import FeedLayout
import FeedModel
import FeedStore
import Foundation
import FeedPublisher
import StrictJSON
import TestSupport
import Testing

/// The description of documents is true: no member is missing in it, and none of those in it is an invention.
@Suite struct DescribedMembersTests {
  @Test func everyDescribedMemberOccursAndNoOther() async throws {
    try await LiveServer.run(
      listens: true,
      events: .init(maximumReplayCount: 1), prepare: { store, _ in try await Self.prepare(store) }
    ) { server in
      let kinds = try await server.store.kinds()
      var seen = SeenMembers(try Descriptions.of(server.application, kinds: kinds))
      try Self.addConformanceCases(to: &seen)
      try Self.addCells(to: &seen)
      try Self.addMotions(to: &seen)
      try await Self.addScreens(of: server, to: &seen)
      try await Self.addPages(of: server, to: &seen)
      try await Self.addEvents(of: server, to: &seen)
      #expect(seen.mistakes == [], "not as described")
      let missing = seen.missing(of: try await server.store.kinds())
      #expect(missing == [], "described, but in no document")
    }
  }

  @Test(.server) func whatIsNotDescribedIsNamedWithItsPlace() async throws {
    let description = try Descriptions.of(server.application, kinds: .standard)
    let screen = try await server.get("/v1/feeds/home?width=390").text
    func mistakes(_ text: String) -> [String] {
      description.mistakes(
        in: Data(text.utf8), of: "GET", "/v1/feeds/home", status: 200,
        mediaType: "application/json")
    }
    #expect(mistakes(screen) == [])
    let invented = screen.replacing(
      #""points_per_step":250"#, with: #""points_per_step":250,"speed":1"#)
    #expect(mistakes(invented) == ["/sections/0/layout/speed: not described in Section/layout"])
    // Names that are not known yet are described too.
    let later = screen.replacing(#""type":"circular_carousel""#, with: #""type":"hologram""#)
    let first = try #require(mistakes(later).first)
    #expect(first.hasPrefix("/sections/0/layout/card_size: not described"))
    let unknown = screen.replacing(#""name":"campaign_banners""#, with: #""name":"hologram""#)
    #expect(mistakes(unknown) == [])
  }
}

/// The members that occurred in documents, and what was wrong with these.
private struct SeenMembers {
  let description: APIDescription
  var members: Set<String> = []
  var mistakes: [String] = []

  init(_ description: APIDescription) {
    self.description = description
  }

  mutating func add(_ found: (mistakes: [String], members: Set<String>), from name: String) {
    members.formUnion(found.members)
    mistakes += found.mistakes.prefix(3).map { "\(name) \($0)" }
  }

  mutating func add(_ body: Data, of method: String, _ path: String) {
    add(description.members(in: body, of: method, path), from: path)
  }

  /// The described members of documents and of answers of layouts that did not occur.
  ///
  /// Unknown layouts and slots have members that no version of today publishes, and items are their kinds' own.
  func missing(of kinds: ContentKinds) -> [String] {
    let documents = Set(Documents.components(kinds).map(\.name))
      .subtracting(["UnknownLayout", "UnknownSlot"])
      .subtracting(kinds.all.map(\.publishedSchemaName))
      .union(DescribedMembersTests.answerComponents)
    let described = description.members.filter { place in
      documents.contains(String(place.prefix { $0 != "/" }))
    }
    let answers = Calculations.layouts.map {
      description.members(of: "POST", "/v1/layouts/\($0.name)")
    }
    return answers.reduce(described) { $0.union($1) }.subtracting(members)
      .subtracting(DescribedMembersTests.promised).sorted()
  }
}

// MARK: - Layouts

extension DescribedMembersTests {
  /// The components of answers of layouts alone.
  fileprivate static let answerComponents: Set = [
    "FrameChanges", "CarouselRest", "SnapshotSample", "StackSample", "ScaleSample", "EffectMotion",
    "ImageFit", "Pixel", "Zoom", "ZoomRest", "Stars", "StarStrip", "Paging", "LivePage",
  ]

  /// Members that cells may have, and none of today's does: a colour behind all slots.
  fileprivate static let promised: Set = ["Cell/background not null"]

  /// The answers of layouts in all conformance cases: those of other programs and of this one. `tanada settle` has no
  /// route.
  private static func addConformanceCases(to seen: inout SeenMembers) throws {
    for name in ConformanceCase.all {
      let test = try ConformanceCase.named(name)
      guard let calculation = Calculations.layout(named: test.type) else { continue }
      let path = "/v1/layouts/\(test.type)"
      seen.add(try JSONEncoder().encode(test.expected), of: "POST", path)
      guard test.expected["error"] == .null else { continue }
      // Most answers can be continued from: with a state where there can be one.
      let texts = test.optionTexts
      let continued = try? calculation.init(texts.with("with_state", "true"))
        .answer(items: test.document)
      let answer = try continued ?? calculation.init(texts).answer(items: test.document)
      seen.add(Data(answer), of: "POST", path)
    }
  }

  /// Sections of every layout, which together have every option of theirs.
  private static func layoutSections() throws -> [String] {
    var sections: [String] = []
    var covered: Set<String> = []
    for name in ConformanceCase.all {
      let test = try ConformanceCase.named(name)
      guard let layout = SectionLayouts.named(test.type) else { continue }
      let own = Set(published(layout))
      let options = test.optionTexts.filter { own.contains($0.key) }
      guard let recipe = try? LayoutRecipe(type: test.type, options: options) else { continue }
      // Beside those that differ from their defaults, what is asked for has members of its own.
      let named =
        recipe.options.changed.map(\.name) + options.keys.filter { Self.additions.contains($0) }
      let new = Set(named.map { "\(test.type) \($0)" }).subtracting(covered)
      guard !new.isEmpty || covered.insert(test.type).inserted else { continue }
      covered.formUnion(new)
      let json = String(decoding: try JSONEncoder().encode(options), as: UTF8.self)
      sections.append(
        """
        {"id":"s\(sections.count)","kind":"pickup_photos","title":"S","limit":12,
         "layout":{"type":"\(test.type)","options":\(json)}}
        """)
    }
    return sections
  }

  private static let additions: Set = ["device_scale", "y_range"]

  /// Every cell in every layout, at two sizes of text and in both directions.
  private static func addCells(to seen: inout SeenMembers) throws {
    let items = try ConformanceCase.named("justified_rows/cell-rtl").document
    for calculation in Calculations.sections {
      let hasDirection = calculation.name != CarouselLayout.name
      for cell in StandardCells.names {
        for (textSize, direction) in [("1", "ltr"), ("2.5", "rtl")] {
          var texts = ["cell": cell, "text_size": textSize]
          if hasDirection { texts["direction"] = direction }
          seen.add(
            Data(try calculation.init(texts).answer(items: items)), of: "POST",
            "/v1/layouts/\(calculation.name)")
        }
      }
    }
  }

  /// Every paging effect, as states and as a sample with its motion; a ring of which one state is published; a row
  /// without anything in it; items that a layout cannot draw.
  private static func addMotions(to seen: inout SeenMembers) throws {
    func add(_ type: String, _ texts: [String: String], count: Int = 2) throws {
      let items = (1...max(1, count)).prefix(count).map { #"{"id":\#($0),"width":40,"height":30}"# }
      let document = Data("[\(items.joined(separator: ","))]".utf8)
      let calculation = try #require(Calculations.layout(named: type))
      seen.add(
        Data(try calculation.init(texts).answer(items: document)), of: "POST",
        "/v1/layouts/\(type)")
    }
    for effect in PagingEffect.allCases { try add("card_stack", ["effect": effect.name]) }
    for effect in ["scale.linear", "stack.default", "snapshot.grid"] {
      try add(
        "transform", ["effect": effect, "size": "273x320", "progress": "0.25", "keyframes": "0.5"])
    }
    try add("circular_carousel", [:], count: 101)
    try add("carousel", ["offset": "0"], count: 0)
    let undrawable = Data(#"[{"id":1,"width":1e-9,"height":1e9,"column_span":9}]"#.utf8)
    for type in ["staggered_grid", "uniform_grid", "carousel"] {
      let calculation = try #require(Calculations.layout(named: type))
      seen.add(
        Data(try calculation.init([:]).answer(items: undrawable)), of: "POST",
        "/v1/layouts/\(type)")
    }
  }

  /// The options of a layout that a composition may name.
  private static func published(_ layout: any SectionLayout.Type) -> [String] {
    let refused: Set = [
      "width", "height", "cell", "text_size", "changes", "state", "with_state", "prepend",
      "offset", "translation", "velocity", "from_width",
    ]
    return (Calculations.layout(named: layout.name)?.descriptions ?? []).map(\.name)
      .filter { !refused.contains($0) && ($0 != "direction" || layout == CarouselLayout.self) }
  }
}

// MARK: - Documents

extension DescribedMembersTests {
  /// Content with every kind of member: a kind whose fields may be empty, photos, conditions and all layouts.
  private static func prepare(_ store: some FeedStore) async throws {
    for number in 10...12 {
      try await store.write { try $0.upsert(try TestContent.banner(number, campaign: number)) }
    }
    let sections = try layoutSections()
    let feeds = stride(from: 0, to: sections.count, by: 40).map { start in
      sections[start..<min(start + 40, sections.count)].joined(separator: ",")
    }
    try await store.write { transaction in
      for (index, sections) in feeds.enumerated() {
        _ = try transaction.setComposition("{\"sections\":[\(sections)]}", of: "layouts\(index)")
      }
      // In colours that differ in dark surroundings.
      _ = try transaction.setDesign(
        Design(reading: try JSONTree(parsing: plate.utf8), as: .cell, theme: StandardCells.theme))
      _ = try transaction.setComposition(composition, of: "parts")
      // Of a size that no item can be written with any more.
      _ = try transaction.upsert(TestContent.photo(900, width: 1, height: 1_000_000_000))
      _ = try transaction.setComposition(
        #"{"sections":[{"id":"s","kind":"pickup_photos","title":"S","source":{"pinned":[900]}}]}"#,
        of: "undrawn")
    }
  }

  /// Headers, actions, windows, conditions, and a section for every part that may be there or not.
  private static let composition = """
    {"sections":[
      {"id":"plain","kind":"recent_news","title":"Plain"},
      {"id":"headed","kind":"pickup_photos","title":"Headed","limit":2,"category":"photos",
       "min_schema_version":1,"layout":{"type":"uniform_grid"},
       "header":{"height":64,"subtitle":"Below","action":{"title":"All","deep_link":"app://all",
         "web_url":"https://example.com/all"}},
       "action":{"deep_link":"app://photos/{id}","web_url":"https://example.com/photos/{id}"}},
      {"id":"bare","kind":"pickup_photos","title":"Bare","limit":2,"header":{"height":40},
       "layout":{"type":"justified_rows"},"min_schema_version":2},
      {"id":"scenes","kind":"favorite_scenes","title":"Scenes"},
      {"id":"topics","kind":"featured_topics","title":"Topics"},
      {"id":"plates","kind":"recent_news","title":"Plates","layout":{"type":"list"},"cell":"plate"},
      {"id":"shared","kind":"campaign_banners","title":"Shared",
       "when":{"share":{"from":0,"to":1,"salt":"spring"}}}]}
    """

  private static let plate = """
    {"cell":"plate","fits":["list"],"box":{"background":"surface"},
     "content":[{"stack":[{"text":"headline","style":"strong"},{"badge":"label"}],"padding":8}]}
    """

  private static let kind = """
    {"kind":"notes","title":"Notes","fields":[{"name":"body","type":"text","required":false}]}
    """

  private static func addScreens(of server: LiveServer, to seen: inout SeenMembers) async throws {
    for path in [
      "home?width=390", "home?width=320&text_size=2", "home?width=390&direction=rtl",
      "home?width=390&locale=C",
      "parts?width=390", "parts?width=390&text_size=3.1",
    ] { try await add("/v1/feeds/\(path)", of: server, to: &seen) }
    var number = 0
    while true {
      let answer = try await server.get("/v1/feeds/layouts\(number)?width=390")
      guard answer.status == 200 else { break }
      seen.add(answer.body, of: "GET", "/v1/feeds/layouts\(number)")
      number += 1
    }
    #expect(number > 1)
    let feed = try await server.get("/v1/feeds/home.jsonfeed?locale=C")
    seen.add(seen.description.members(in: feed.body, component: "JSONFeed"), from: "jsonfeed")
    let key = "/v1/feeds/parts/variant?key=opaque"
    try await add(key, of: server, to: &seen)
    let variant = try await server.get(key).object()["variant"] as? String
    try await add(
      "/v1/feeds/parts?width=390&variant=\(try #require(variant).percentEncodedForTests)",
      of: server, to: &seen)
  }

  private static func addPages(of server: LiveServer, to seen: inout SeenMembers) async throws {
    try await add("/v1/feeds/parts/sections/headed?width=390&limit=2", of: server, to: &seen)
    try await add("/v1/feeds/parts/sections/plain?width=390&locale=C", of: server, to: &seen)
    try await add("/v1/feeds/undrawn?width=390", of: server, to: &seen)
    try await add("/v1/feeds/undrawn/sections/s?width=390", of: server, to: &seen)
    // Photos with and without a description; items of a kind without roles; something that is scheduled.
    let admin = try await server.bearer(.admin)
    let photo = try await server.send(
      "POST", "/v1/photos?address=https://example.com/pickup_photo1.jpg",
      admin.with("Content-Type", "image/jpeg"),
      body: Data(contentsOf: PackageFiles.file("Seeds/artwork/example.com/pickup_photo1.jpg")),
      is: 201)
    let id = try #require(try photo.object()["id"] as? String)
    try await publish(server) {
      try await server.send("PUT", "/v1/kinds/notes", admin, json: Self.kind)
    }
    try await publish(server) {
      try await server.send("PUT", "/v1/content/notes/1", admin, json: #"{"body":null}"#)
    }
    try await publish(server) {
      try await server.send(
        "PUT", "/v1/feeds/notes/composition", admin,
        json: #"{"sections":[{"id":"notes","kind":"notes","title":"Notes"}]}"#)
    }
    seen = SeenMembers(
      try Descriptions.of(server.application, kinds: try await server.store.kinds()), after: seen)
    try await add("/v1/feeds/home?width=390", of: server, to: &seen)
    try await add("/v1/feeds/notes?width=390", of: server, to: &seen)
    try await publish(server) {
      try await server.send(
        "PATCH", "/v1/photos/\(id)", admin.with("Content-Type", "application/merge-patch+json"),
        body: Data(#"{"alt":"A bowl","focus":{"x":0.5,"y":0.25}}"#.utf8))
    }
    try await publish(server) {
      try await server.send(
        "PATCH", "/v1/content/recent_news/1",
        admin.with("Content-Type", "application/merge-patch+json"),
        json: #"{"unpublish_at":"2999-01-01T00:00:00Z"}"#)
    }
    try await add("/v1/feeds/home?width=390", of: server, to: &seen)
    try await add("/v1/feeds/parts/variant?key=opaque", of: server, to: &seen)
  }

  /// Sends a write, and waits until it is in service.
  private static func publish(
    _ server: LiveServer, _ send: () async throws -> TestClient.Response
  ) async throws {
    let answer = try await send()
    #expect((200...201).contains(answer.status), "\(answer.text)")
    try await server.catchUp()
  }

  private static func add(
    _ path: String, of server: LiveServer, to seen: inout SeenMembers
  ) async throws {
    let answer = try await server.get(path, is: 200)
    seen.add(answer.body, of: "GET", String(path.prefix { $0 != "?" }))
  }

  /// The event of a revision, and the one for changes that cannot be listed.
  private static func addEvents(of server: LiveServer, to seen: inout SeenMembers) async throws {
    let newest = try #require(try await server.store.read { try $0.latestRevision() }).number
    for (last, component) in [(newest - 1, "RevisionEvent"), (1, "ResetEvent")] {
      let client = try EventClient("\(server.base)/v1/events?last_event_id=\(last)")
      defer { client.close() }
      _ = await client.next()
      let block = try #require(await client.next())
      #expect(block.contains("event: reset") == (component == "ResetEvent"))
      let data = try #require(block.split(separator: "\n").first { $0.hasPrefix("data: ") })
      seen.add(
        seen.description.members(in: Data(data.dropFirst(6).utf8), component: component),
        from: component)
    }
  }
}

extension SeenMembers {
  /// Goes on with the description of other kinds.
  init(_ description: APIDescription, after other: SeenMembers) {
    self.init(description)
    (members, mistakes) = (other.members, other.mistakes)
  }
}

extension String {
  fileprivate var percentEncodedForTests: String {
    addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? self
  }
}
