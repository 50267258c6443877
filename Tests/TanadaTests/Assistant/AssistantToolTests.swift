import FeedEntities
import FeedModel
import FeedStore
import StrictJSON
import TestSupport
import Testing

@testable import tanada

/// The tools, at a store with the samples.
@Suite struct AssistantToolTests {
  @Test func toolsAreDescribedForAModel() throws {
    #expect(Set(AssistantTool.all.map(\.name)).count == AssistantTool.all.count)
    for tool in AssistantTool.all {
      #expect(tool.name.wholeMatch(of: /[a-z]+(_[a-z]+)*/) != nil)
      #expect(tool.description.count > 80 && !tool.title.isEmpty && !tool.result.isEmpty)
      #expect(
        (tool.effect == .reading) == AssistantTool.reading.contains { $0.name == tool.name },
        "\(tool.name)")
    }
  }

  /// Nothing that a tool can be told publishes, schedules or gives access.
  @Test func noToolTakesAMomentOfPublicationOrAToken() {
    for tool in AssistantTool.writing {
      let names = tool.arguments.map(\.name)
      let refused: Set = ["publish", "publish_at", "force", "role", "token", "at"]
      #expect(refused.isDisjoint(with: names))
    }
    let words = AssistantTool.all.map(\.name).joined(separator: " ")
    for word in ["publish", "schedule", "token", "restore", "delete", "put", "apply"] {
      #expect(!words.contains(word), "\(word)")
    }
  }

  @Test(arguments: [
    ("list_kinds", "{}"), ("get_kind", #"{"kind":"recent_news"}"#),
    ("list_designs", #"{"type":"cell"}"#), ("list_designs", #"{"type":"theme"}"#),
    ("get_design", #"{"type":"cell","name":"card"}"#), ("list_feeds", "{}"),
    ("list_content", #"{"kind":"recent_news","limit":2}"#), ("list_layouts", "{}"),
    ("get_screen", "{}"), ("list_revisions", "{}"), ("list_releases", "{}"),
    ("compare_revisions", #"{"from":1,"to":1}"#),
  ])
  func anAnswerHasTheSchemaOfItsTool(tool: String, arguments: String) async throws {
    let conversation = try await TestConversation()
    try await conversation.initialize()
    _ = try await conversation.done(tool, arguments)
  }

  @Test func onlyToolsThatWriteWrite() async throws {
    let conversation = try await TestConversation(AssistantTool.reading)
    try await conversation.initialize()
    let answers = try await conversation.answers(
      to: """
        {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_release","arguments":{"name":"x"}}}
        """)
    #expect(answers.first?["error"]?["code"]?.integer == -32_602)
  }

  @Test func whatIsWrittenIsInAReleaseAndNowhereElse() async throws {
    let conversation = try await TestConversation()
    try await conversation.initialize()
    let before = try await conversation.store.latestRevision()
    let screen = try await conversation.done("get_screen", #"{"document":true}"#)
    let release = try await conversation.done("create_release", #"{"name":"Winter"}"#)
    let id = try #require(release["release"]?["id"]?.integer)
    let added = try await conversation.done(
      "add_to_release",
      """
      {"release":\(id),"operations":[
        {"op":"patch","kind":"recent_news","id":3,"body":{"title":"Snow"}},
        {"op":"delete","kind":"recent_news","id":5}]}
      """)
    #expect(added["release"]?["operation_count"]?.integer == 2)
    #expect(added["release"]?["actor"]?.string == "assistant Anna")
    #expect(added["release"]?["state"]?.string == "prepared")
    let difference = try await conversation.done("compare_release", #"{"release":\#(id)}"#)
    let items = difference["feeds"]?.elements?.first?["sections"]?.elements?.first?["items"]
    let changes = (items?.elements ?? []).map {
      "\($0["id"]?.integer ?? 0) \($0["change"]?.string ?? "")"
    }
    #expect(changes.contains("3 changed") && changes.contains("5 removed"), "\(changes)")

    let tag = try #require(added["etag"]?.string)
    let argument = JSONWriter.encode { $0.value(tag) }
    let left = try await conversation.done(
      "remove_from_release",
      #"{"release":\#(id),"etag":\#(String(decoding: argument, as: UTF8.self)),"operations":[0]}"#)
    #expect(left["release"]?["operations"]?.elements?.map { $0["op"]?.string } == ["delete"])
    // Nobody sees any of it.
    #expect(try await conversation.store.latestRevision() == before)
    let after = try await conversation.done("get_screen", #"{"document":true}"#)
    #expect(after.bytes == screen.bytes)
  }

  @Test func problemsHaveThePlacesOfTheOperationsThatWereAdded() async throws {
    let conversation = try await TestConversation()
    try await conversation.initialize()
    _ = try await conversation.done("create_release", #"{"name":"Winter"}"#)
    _ = try await conversation.done(
      "add_to_release",
      #"{"release":1,"operations":[{"op":"delete","kind":"recent_news","id":5},{"op":"delete","kind":"recent_news","id":6}]}"#
    )
    let problem = try await conversation.problem(
      "add_to_release",
      #"{"release":1,"operations":[{"op":"patch","kind":"recent_news","id":7,"body":{"title":3}}]}"#
    )
    #expect(problem.contains("/operations/0/body/title: expected text"), "\(problem)")
  }

  /// Other tools take an item by its id.
  @Test func listedItemsHaveTheirIDsBesideTheFieldsThatAreAskedFor() async throws {
    let conversation = try await TestConversation()
    try await conversation.initialize()
    let list = try await conversation.done(
      "list_content", #"{"kind":"recent_news","fields":["title"],"limit":2}"#)
    let items = try #require(list["items"]?.elements)
    #expect(items.count == 2)
    #expect(items.allSatisfy { Set(($0.members ?? []).map(\.name)) == ["id", "title"] })
  }

  /// Clients leave arguments out in several ways.
  @Test(arguments: [
    #"{"name":"list_feeds"}"#, #"{"name":"list_feeds","arguments":null}"#,
    #"{"name":"list_feeds","arguments":{}}"#, #"{"name":"list_feeds","arguments":"{}"}"#,
    #"{"name":"list_feeds","arguments":{"cursor":null}}"#,
  ])
  func noArgumentsAreNone(parameters: String) async throws {
    let conversation = try await TestConversation()
    try await conversation.initialize()
    let answers = try await conversation.answers(
      to: #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":\#(parameters)}"#)
    let result = try #require(answers.first?["result"])
    #expect(result["isError"]?.flag == false)
    #expect(result["structuredContent"]?["feeds"]?.elements?.count == 1)
  }

  @Test(arguments: ["tools/list", "resources/list", "resources/templates/list", "ping"])
  func noParametersAreNone(method: String) async throws {
    let conversation = try await TestConversation()
    try await conversation.initialize()
    for parameters in ["null", "{}", #"{"cursor":null}"#] {
      let answers = try await conversation.answers(
        to: #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(parameters)}"#)
      #expect(answers.first?["result"] != nil, "\(parameters)")
    }
  }

  @Test(arguments: ["7", "[1]", #""x""#, "true"])
  func argumentsThatAreNoneOfTheFormsAreAFault(arguments: String) async throws {
    let conversation = try await TestConversation()
    try await conversation.initialize()
    let answers = try await conversation.answers(
      to:
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_feeds","arguments":\#(arguments)}}"#
    )
    #expect(answers.first?["error"]?["code"]?.integer == -32_602)
  }

  @Test func operationsAreReadAsTheyAreMeant() async throws {
    let conversation = try await TestConversation()
    try await conversation.initialize()
    _ = try await conversation.done("create_release", #"{"name":2024,"note":null}"#)
    let added = try await conversation.done(
      "add_to_release",
      #"{"release":"1","operations":"[{\"op\":\"patch\",\"kind\":\"recent_news\",\"id\":\"3\",\"if_match\":null,\"body\":{\"title\":\"1\"}}]"}"#
    )
    #expect(added["release"]?["name"]?.string == "2024")
    let operation = try #require(added["release"]?["operations"]?.elements?.first)
    #expect(operation["id"]?.integer == 3 && operation["body"]?["title"]?.string == "1")
  }

  // MARK: - Pages by size

  /// Writes topics with long Japanese texts.
  private static func writeTopics(_ count: Int, at conversation: TestConversation) async throws {
    let topics = try (1...count).map { id in
      var topic = try TestContent.topic(id)
      topic.caption = String(repeating: "新しい店が駅前に開く。", count: 30)
      return topic
    }
    _ = try await conversation.store.write(at: SampleContent.committedAt) { transaction in
      for topic in topics { _ = try transaction.upsert(topic) }
    }
  }

  /// A page has no more than a model's client takes, and the pages have all items in their order.
  @Test func aListOfLongItemsComesInPagesBySize() async throws {
    let conversation = try await TestConversation()
    try await conversation.initialize()
    try await Self.writeTopics(100, at: conversation)
    var (ids, pages, cursor) = ([Int](), 0, "")
    repeat {
      let list = try await conversation.done(
        "list_content",
        #"{"kind":"featured_topics","limit":100,"sort":"id","count":true\#(cursor)}"#)
      #expect(list.bytes.count <= SizedPage.limit + 1_000)
      #expect(list["total"]?.integer == 100)
      ids += (list["items"]?.elements ?? []).compactMap { $0["id"]?.integer }
      pages += 1
      cursor = list["next_cursor"]?.string.map { #","cursor":"\#($0)""# } ?? ""
    } while !cursor.isEmpty && pages < 200
    #expect(ids == Array(1...100))
    #expect(pages > 3)
    // What is short comes in one page.
    let short = try await conversation.done(
      "list_content", #"{"kind":"featured_topics","limit":100,"fields":["id"]}"#)
    #expect(short["items"]?.elements?.count == 100 && short["next_cursor"]?.isNull == true)
  }

  @Test func theOperationsOfALongReleaseComeInPages() async throws {
    let conversation = try await TestConversation()
    try await conversation.initialize()
    _ = try await conversation.done("create_release", #"{"name":"Long"}"#)
    let text = String(repeating: "雪", count: 60)
    let operations = (1...200).map {
      #"{"op":"patch","kind":"recent_news","id":3,"body":{"title":"\#($0) \#(text)"}}"#
    }
    var added = try await conversation.done(
      "add_to_release", #"{"release":1,"operations":[\#(operations.joined(separator: ","))]}"#)
    #expect(added["release"]?["operation_count"]?.integer == 200)
    var (places, titles) = ([Int](), [String]())
    while true {
      let page = try #require(added["release"]?["operations"]?.elements)
      #expect(added.bytes.count <= SizedPage.limit + 1_000)
      places.append(try #require(added["first_place"]?.integer))
      titles += page.compactMap { $0["body"]?["title"]?.string }
      guard let cursor = added["next_cursor"]?.string else { break }
      added = try await conversation.done("get_release", #"{"release":1,"cursor":"\#(cursor)"}"#)
      #expect(Int(cursor) == titles.count)
    }
    #expect(titles == (1...200).map { "\($0) \(text)" })
    #expect(places.count > 1 && places.first == 0)
    let problem = try await conversation.problem("get_release", #"{"release":1,"cursor":"900"}"#)
    #expect(problem.contains("/cursor: expected the next_cursor of the page before"))
  }

  /// What is too long says what to ask for instead, and nothing that there is not.
  @Test(arguments: [
    (#"{"width":4096,"sheet":true}"#, ["one section", "it without the sheet"], ["scale"]),
    (#"{"scale":2,"width":800}"#, ["one section", "a scale of at most 1."], ["sheet"]),
    (
      #"{"scale":2,"section":"pickup_photos","width":1000}"#, ["a scale of at most 1."],
      ["one section", "sheet"]
    ),
  ])
  func aPictureThatIsTooLargeSaysWhatThereIs(
    arguments: String, advice: [String], others: [String]
  ) async throws {
    let conversation = try await TestConversation()
    try await conversation.initialize()
    let problem = try await conversation.problem("preview_screen", arguments)
    for advice in advice { #expect(problem.contains(advice), "\(problem)") }
    for other in others { #expect(!problem.contains(other), "\(problem)") }
  }

  @Test(arguments: [
    ("list_content", #"{"kind":"x"}"#, ["some fields alone"]),
    ("list_content", #"{"kind":"x","fields":["title"]}"#, ["fewer fields"]),
    ("get_item", #"{"history":true,"locale":"*"}"#, ["the item without history", "one locale"]),
    ("get_item", "{}", []), ("get_screen", "{}", ["one section"]),
    ("get_screen", #"{"section":"a","document":true}"#, ["it without the document"]),
    ("compare_release", "{}", ["one feed"]), ("compare_release", #"{"feed":"home"}"#, []),
    ("list_revisions", "{}", []),
  ])
  func shorterAnswersAreThoseThatAToolHas(
    name: String, arguments: String, shorter: [String]
  ) throws {
    let tool = try #require(AssistantTool.all.first { $0.name == name })
    let arguments = ToolArguments(tree: try #require(JSONTree(json: arguments)))
    #expect(tool.shorterAnswers(arguments) == shorter)
  }

  @Test(arguments: [
    ([], 0), ([9], 1), ([10], 0), ([4, 4], 2), ([4, 5], 1), ([4, 4, 1], 2), ([1, 20, 1], 1),
  ])
  func aPageEndsBeforeItIsTooLarge(sizes: [Int], count: Int) {
    #expect(SizedPage.count(of: sizes, within: 10) == count)
  }

  /// What others publish is seen at once.
  @Test func aScreenIsThatOfTheNewestRevision() async throws {
    let conversation = try await TestConversation()
    try await conversation.initialize()
    let screen = #"{"section":"recent_news"}"#
    let first = try await conversation.done("get_screen", screen)
    _ = try await conversation.store.write(at: SampleContent.committedAt) { transaction in
      let kind = try #require(try transaction.kinds()["recent_news"])
      _ = try transaction.delete(kind, id: 3)
    }
    let second = try await conversation.done("get_screen", screen)
    func ids(_ screen: JSONTree) -> [Int] {
      (screen["sections"]?.elements?.first?["item_ids"]?.elements ?? []).compactMap(\.integer)
    }
    #expect(ids(first).contains(3))
    #expect(ids(second) == ids(first).filter { $0 != 3 })
  }

  @Test(arguments: ["3", "3.0", "3e0", #""3""#])
  func aFilterComparesWithTheNumberHoweverItIsWritten(number: String) async throws {
    let conversation = try await TestConversation()
    try await conversation.initialize()
    let found = try await conversation.done(
      "list_content", #"{"kind":"recent_news","filter":{"id":\#(number)}}"#)
    #expect(found["items"]?.elements?.compactMap { $0["id"]?.integer } == [3])
  }

  @Test(arguments: [
    ("get_item", #"{"kind":"recent_news","id":99}"#, "not_found (404): recent_news has no item 99"),
    (
      "get_item", #"{"kind":"recent_news","id":9007199254740992}"#,
      "/id: expected a whole number from 1 to 9007199254740991"
    ),
    (
      "list_content", #"{"kind":"recent_news","filter":{"id":9007199254740993}}"#,
      "expected a whole number from -9007199254740991 to 9007199254740991"
    ),
    ("get_kind", #"{"kind":"../tokens"}"#, "(404)"), ("get_kind", "{}", "/kind: expected"),
    ("list_designs", #"{"type":"font"}"#, "/type: expected"),
    ("get_design", #"{"type":"cell","name":"none"}"#, "(404)"),
    ("list_content", #"{"kind":"recent_news","filter":{"limit":"2"}}"#, "(400)"),
    ("list_content", #"{"kind":"recent_news","limit":101}"#, "/limit: expected"),
    ("get_screen", #"{"feed":"winter"}"#, "there is no feed"),
    ("get_screen", #"{"revision":1,"at":"2026-01-01T00:00:00Z"}"#, "either at or revision"),
    ("get_screen", #"{"section":"none"}"#, "/section: expected one of"),
    ("preview_screen", #"{"at":"soon"}"#, "/at: expected a time"),
    ("preview_screen", #"{"locale":"?"}"#, "/locale: expected"),
    ("get_screen", #"{"locale":"C"}"#, "/locale: expected"),
    ("list_content", #"{"kind":"recent_news","locale":"?"}"#, "/locale: expected"),
    ("preview_screen", #"{"scale":2,"width":4096,"sheet":true}"#, "pixels long"),
    ("list_layouts", #"{"layout":"spiral"}"#, "/layout: expected one of shelf"),
    ("get_release", #"{"release":4}"#, "(404)"),
    ("add_to_release", #"{"release":4,"operations":[{"op":"publish"}]}"#, "/operations/0/op"),
    (
      "create_release", #"{"name":"x","publish_at":"2030-01-01T00:00:00Z"}"#, "/publish_at: unknown"
    ),
    ("create_release", #"{"name":"two\nlines"}"#, "(422)"),
  ])
  func aProblemIsAnAnswer(tool: String, arguments: String, words: String) async throws {
    let conversation = try await TestConversation()
    try await conversation.initialize()
    let problem = try await conversation.problem(tool, arguments)
    #expect(problem.contains(words), "\(problem)")
  }

  @Test func anAnswerThatIsTooLongIsAProblem() async throws {
    let text = String(repeating: "x", count: AssistantDesk.maximumAnswerSize)
    let tool = AssistantTool("long", title: "Long", description: "", arguments: [], result: []) {
      _, _ in ToolResult { $0.member("text", text) }
    }
    let conversation = try await TestConversation([tool])
    try await conversation.initialize()
    let problem = try await conversation.problem("long")
    #expect(problem.contains("the most is \(AssistantDesk.maximumAnswerSize)"), "\(problem)")
  }

  // MARK: - Resources

  @Test(arguments: [
    ("tanada://kinds/recent_news", ["kinds", "recent_news"]),
    ("tanada://feeds/home/composition", ["feeds", "home", "composition"]),
    ("tanada://content/recent_news/3", ["content", "recent_news", "3"]),
    ("tanada://releases/1", ["releases", "1"]), ("tanada://kinds/a%2Fb", ["kinds", "a/b"]),
    ("tanada://tokens/1", nil), ("tanada://kinds", nil), ("tanada://kinds/", nil),
    ("tanada://kinds/a/b", nil), ("https://kinds/a", nil), ("", nil), ("tanada://kinds/%", nil),
  ])
  func anAddressNamesAPathOfATemplate(address: String, path: [String]?) {
    #expect(AssistantResource.path(of: address) == path)
  }
}
