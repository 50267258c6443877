import FeedModel
import Foundation
import StrictJSON
import Testing

@Suite struct DefinitionReadingTests {
  private static let whole = """
    {"kind":"shops","title":"お店","fields":[
    {"name":"name","type":"text","max_length":60},
    {"name":"photo_url","type":"url","required":false},
    {"name":"photo_width","type":"integer","minimum":1},
    {"name":"photo_height","type":"integer","minimum":1,"maximum":9000},
    {"name":"score","type":"number","minimum":0,"maximum":5,"default":2.5},
    {"name":"is_open","type":"boolean","default":true},
    {"name":"opened_at","type":"date","required":false,"default":"2022-12-01T15:00:00.000+0900"},
    {"name":"area","type":"choice","choices":["Shibuya","代々木"]},
    {"name":"services","type":"list","of":"choice","choices":["wifi","terrace"],"max_items":8,
     "default":["wifi"]},
    {"name":"topic","type":"reference","kind":"featured_topics","required":false}],
    "roles":{"headline":"name","image":"photo_url","image_width":"photo_width",
    "image_height":"photo_height","rating":"score","date":"opened_at","label":"area"},
    "layout":{"type":"uniform_grid","options":{"columns":"3"}},"cell":"card",
    "headline_template":"{name} ({id})"}
    """

  @Test func everythingADefinitionCanSayIsRead() throws {
    let kind = try Definition.read(Self.whole).kind
    let opened = try #require(Timestamp("2022-12-01T15:00:00.000+0900"))
    #expect(kind.name == "shops" && kind.title == "お店" && kind.cell == "card")
    #expect(
      kind.fields == [
        ContentField("name", TextField(maximumLength: 60)),
        ContentField("photo_url", URLField(), isNullable: true),
        ContentField("photo_width", IntegerField(1...Int.max)),
        ContentField("photo_height", IntegerField(1...9_000)),
        ContentField("score", NumberField(0...5), defaultValue: .number(2.5)),
        ContentField("is_open", BooleanField(), defaultValue: .boolean(true)),
        ContentField("opened_at", DateField(), isNullable: true, defaultValue: .date(opened)),
        ContentField("area", ChoiceField(["Shibuya", "代々木"])),
        ContentField(
          "services", ListField(of: ChoiceField(["wifi", "terrace"]), maximumCount: 8),
          defaultValue: .list([.text("wifi")])),
        ContentField("topic", ReferenceField("featured_topics"), isNullable: true),
      ])
    #expect(kind.fields.map(\.isRequired).filter(\.self).count == 4)
    #expect(kind.defaultLayout == .init(type: "uniform_grid", options: ["columns": "3"]))
    #expect(kind.roles.all.map(\.field).count == 7 && kind.roles[.rating] == "score")
    #expect(kind.headlineTemplate == "{name} ({id})")
  }

  @Test func whatIsWrittenIsReadBackAsItWas() throws {
    let kind = try Definition.read(Self.whole).kind
    let again = try KindProposal(reading: JSONTree(parsing: kind.json)).kind
    #expect(again == kind && again.json == kind.json)
  }

  @Test func aKindNeedsOnlyItsNameAndAField() throws {
    let kind = try Definition.kind("notes", #""name":"body","type":"text""#)
    #expect(kind.title == "notes" && kind.roles.all.isEmpty && kind.cell == nil)
    #expect(kind.defaultLayout == .init(type: "uniform_grid"))
    #expect(ContentItem(kind: kind, id: 7, values: [.text("a")]).headline == "notes 7")
  }

  // MARK: - Names

  @Test(arguments: [
    "select", "table", "index", "order", "group", "where", "sqlite_stat", "tanada_x", "grdb_x",
    "Shops", "SHOPS", "1shop", "_shop", "shop-1", "shop.1", "shop 1", "shop:search", "shöp", "店",
    "shop\\u0000", "a\\\"b", "';--", "", String(repeating: "a", count: 64),
  ])
  func aNameThatCannotBeIsRefused(name: String) {
    let field = #""name":"title","type":"text""#
    #expect(pointers(Definition.text(name, [field])) == ["/kind"])
    let wrong = #""name":"\#(name)","type":"text""#
    #expect(pointers(Definition.text("shops", [field, wrong])) == ["/fields/1/name"])
  }

  @Test(arguments: [
    "all", "kinds", "revisions", "item_windows", "retired_ids", "compositions", "tokens",
    "audit_entries", "secrets", "idempotency_records", "revision_kinds", "search_backlog",
  ])
  func aKindCannotHaveANameOfTanadas(name: String) {
    #expect(pointers(Definition.text(name, [#""name":"title","type":"text""#])) == ["/kind"])
  }

  @Test(arguments: [
    "id", "kind", "rowid", "oid", "draft", "publish_at", "unpublish_at", "date_label", "image",
    "stars", "action", "impression_id", "accessibility_label", "opened_at_moment", "q", "sort",
    "limit", "cursor", "revision", "fields", "format",
  ])
  func aFieldCannotHaveANameOfTanadas(name: String) {
    let field = #""name":"\#(name)","type":"text""#
    #expect(pointers(Definition.text("shops", [field])) == ["/fields/0/name"])
  }

  @Test func aNameHasUpTo63Characters() throws {
    let name = "a" + String(repeating: "_9", count: 31)
    #expect(name.count == 63)
    let kind = try Definition.kind(name, #""name":"\#(name)","type":"text""#)
    #expect(kind.name == name && kind.fields.map(\.name) == [name])
  }

  // MARK: - Fields

  @Test(arguments: [
    (#""name":"x""#, ["/type"]), (#""type":"text""#, ["/name"]),
    (#""name":7,"type":7"#, ["/name", "/type"]),
    (#""name":"x","type":"string""#, ["/type"]), (#""name":"x","type":"Text""#, ["/type"]),
    (#""name":"x","type":"text","min_length":1"#, ["/min_length"]),
    (#""name":"x","type":"text","minimum":1"#, ["/minimum"]),
    (#""name":"x","type":"text","required":"no""#, ["/required"]),
    (#""name":"x","type":"text","renamed_from":7"#, ["/renamed_from"]),
    (#""name":"x","type":"text","max_length":0"#, ["/max_length"]),
    (#""name":"x","type":"text","max_length":1000001"#, ["/max_length"]),
    (#""name":"x","type":"text","max_length":"9""#, ["/max_length"]),
    (#""name":"x","type":"integer","minimum":2,"maximum":1"#, ["/maximum"]),
    (#""name":"x","type":"integer","minimum":1.5"#, ["/minimum"]),
    (#""name":"x","type":"integer","maximum":9223372036854775808"#, ["/maximum"]),
    (#""name":"x","type":"number","minimum":2,"maximum":1.5"#, ["/maximum"]),
    (#""name":"x","type":"number","minimum":"0""#, ["/minimum"]),
    (#""name":"x","type":"number","maximum":1e999"#, ["/maximum"]),
    (#""name":"x","type":"choice""#, ["/choices"]),
    (#""name":"x","type":"choice","choices":"a""#, ["/choices"]),
    (#""name":"x","type":"choice","choices":[]"#, ["/choices"]),
    (#""name":"x","type":"choice","choices":["a",7,"b"]"#, ["/choices/1"]),
    (#""name":"x","type":"choice","choices":["a","b","a"]"#, ["/choices/2"]),
    (#""name":"x","type":"choice","choices":["a","","b\n"]"#, ["/choices/1", "/choices/2"]),
    (#""name":"x","type":"list""#, ["/of"]), (#""name":"x","type":"list","of":7"#, ["/of"]),
    (#""name":"x","type":"list","of":"list""#, ["/of"]),
    (#""name":"x","type":"list","of":"reference","kind":"shops""#, ["/kind", "/of"]),
    (#""name":"x","type":"list","of":"text","max_items":0"#, ["/max_items"]),
    (#""name":"x","type":"list","of":"text","max_items":1001"#, ["/max_items"]),
    (#""name":"x","type":"list","of":"choice","choices":["a","a"]"#, ["/choices/1"]),
    (#""name":"x","type":"list","of":"integer","minimum":2,"maximum":1"#, ["/maximum"]),
    (#""name":"x","type":"reference""#, ["/kind"]),
    (#""name":"x","type":"reference","kind":["shops"]"#, ["/kind"]),
  ])
  func aFieldThatCannotBeIsRefused(field: String, expected: [String]) {
    let text = Definition.text("shops", [#""name":"title","type":"text""#, field])
    #expect(pointers(text).sorted() == expected.map { "/fields/1" + $0 })
  }

  @Test(arguments: [
    (#""type":"text","max_length":2"#, #""abc""#), (#""type":"text""#, "7"),
    (#""type":"text""#, #""a\u0000""#), (#""type":"integer","minimum":1"#, "0"),
    (#""type":"integer""#, "1.5"), (#""type":"number","maximum":5"#, "5.1"),
    (#""type":"boolean""#, "1"), (#""type":"boolean""#, #""true""#),
    (#""type":"url""#, #""/a.jpg""#), (#""type":"date""#, #""2022-02-30T00:00:00Z""#),
    (#""type":"choice","choices":["a"]"#, #""b""#),
    (#""type":"list","of":"text""#, #""a""#),
    (#""type":"list","of":"text","max_items":1"#, #"["a","b"]"#),
    (#""type":"reference","kind":"shops""#, "1"),
  ])
  func aDefaultThatBreaksItsOwnRulesIsRefused(rules: String, value: String) {
    for isRequired in [true, false] {
      let field = #""name":"x",\#(rules),"required":\#(isRequired),"default":\#(value)"#
      #expect(pointers(Definition.text("shops", [field])) == ["/fields/0/default"])
    }
  }

  @Test func aDefaultOfAListIsNamedByItsElement() {
    let field = #""name":"x","type":"list","of":"integer","minimum":1,"default":[1,0,2]"#
    #expect(pointers(Definition.text("shops", [field])) == ["/fields/0/default/1"])
    let null = #""name":"x","type":"list","of":"integer","default":[null]"#
    #expect(pointers(Definition.text("shops", [null])) == ["/fields/0/default/0"])
  }

  @Test func thereAreUpToAHundredFieldsEachWithItsName() {
    let fields = (1...101).map { #""name":"f\#($0)","type":"text""# }
    #expect(pointers(Definition.text("shops", fields.dropLast())).isEmpty)
    #expect(pointers(Definition.text("shops", fields)) == ["/fields"])
    #expect(pointers(Definition.text("shops", [])) == ["/fields"])
    let repeated = Array(fields.prefix(2)) + Array(fields.prefix(1))
    #expect(pointers(Definition.text("shops", repeated)) == ["/fields/2/name"])
  }

  // MARK: - The rest

  @Test(arguments: [
    (#""headline":"missing""#, ["/headline"]), (#""headline":"id""#, ["/headline"]),
    (#""headline":7"#, ["/headline"]), (#""headline":"site""#, ["/headline"]),
    (#""summary":"area""#, ["/summary"]), (#""author":"seats""#, ["/author"]),
    (#""place":"opened_at""#, ["/place"]), (#""label":"tags""#, ["/label"]),
    (#""image":"title""#, ["/image"]), (#""date":"title""#, ["/date"]),
    (#""rating":"seats""#, ["/rating"]), (#""rating":"score""#, ["/rating"]),
    (#""image_width":"seats""#, ["/image_height"]),
    (#""image_height":"seats""#, ["/image_width"]),
    (#""image_width":"any","image_height":"seats""#, ["/image_width", "/image_width"]),
    (#""colour":"title""#, ["/colour"]),
  ])
  func aRoleOfNoFieldOrOfAnotherTypeIsRefused(roles: String, expected: [String]) {
    let fields = [
      #""name":"title","type":"text""#, #""name":"site","type":"url""#,
      #""name":"area","type":"choice","choices":["a"]"#,
      #""name":"seats","type":"integer","minimum":1"#, #""name":"any","type":"integer""#,
      #""name":"score","type":"number","minimum":0,"maximum":10"#,
      #""name":"opened_at","type":"date""#, #""name":"tags","type":"list","of":"text""#,
    ]
    let text = Definition.text("shops", fields, #","roles":{\#(roles)}"#)
    #expect(pointers(text) == expected.map { "/roles" + $0 })
  }

  @Test(arguments: [
    (#","title":"""#, ["/title"]), (#","title":7"#, ["/title"]),
    (#","title":"\#(String(repeating: "長", count: 201))""#, ["/title"]),
    (#","roles":[]"#, ["/roles"]), (#","layout":"shelf""#, ["/layout"]),
    (#","layout":{"options":{}}"#, ["/layout/type"]),
    (#","layout":{"type":"shelf","columns":3}"#, ["/layout/columns"]),
    (#","cell":"Picture""#, ["/cell"]), (#","headline_template":"""#, ["/headline_template"]),
    (#","headline_template":"{nope}""#, ["/headline_template"]),
    (#","headline_template":"{body""#, ["/headline_template"]),
    (#","colour":"red","Fields":[]"#, ["/Fields", "/colour"]),
  ])
  func whatADefinitionCannotSayIsRefused(member: String, expected: [String]) {
    #expect(
      pointers(Definition.text("shops", [#""name":"body","type":"text""#], member)) == expected)
  }

  @Test(arguments: [
    ("[]", [""]), ("7", [""]), ("null", [""]), ("{}", ["/kind", "/fields"]),
    (#"{"kind":"shops","fields":{}}"#, ["/fields"]),
    (#"{"kind":"shops","fields":[7,"title",null]}"#, ["/fields/0", "/fields/1", "/fields/2"]),
  ])
  func whatIsNoDefinitionIsRefused(text: String, expected: [String]) {
    #expect(pointers(text) == expected)
  }

  @Test func everyProblemOfADefinitionIsToldAtOnce() {
    let text = """
      {"kind":"Shops","title":"","fields":[{"name":"a","type":"x"},{"name":"b","type":"integer",
      "minimum":3,"maximum":2},{"name":"b","type":"text"},{"name":"c","type":"text"}],
      "roles":{"headline":"none"},"cell":"X","extra":1}
      """
    #expect(
      pointers(text) == [
        "/kind", "/title", "/fields/0/type", "/fields/1/maximum", "/roles/headline", "/cell",
        "/extra",
      ])
  }

  // MARK: - Files

  @Test func aFileHasOneDefinitionOrAList() throws {
    let shops = Definition.text("shops", [#""name":"title","type":"text""#])
    let events = Definition.text("events", [#""name":"title","type":"text""#])
    func names(_ text: String) throws -> [String] {
      try KindProposal.list(JSONTree(parsing: Data(text.utf8))).map(\.kind.name)
    }
    #expect(try names(shops) == ["shops"])
    #expect(try names(#"{"kinds":[\#(events),\#(shops)]}"#) == ["events", "shops"])
    #expect(try names(#"{"kinds":[]}"#) == [])
    for (text, expected) in [
      (#"{"kinds":[\#(shops),\#(events),\#(shops)]}"#, ["/kinds/2/kind"]),
      (#"{"kinds":[\#(shops),{"kind":"events","fields":[]}]}"#, ["/kinds/1/fields"]),
      (#"{"kinds":{}}"#, ["/kinds"]), (#"{"kinds":[],"kind":"x"}"#, ["/kind"]),
    ] {
      #expect(try Definition.pointers { _ = try names(text) } == expected, "\(text)")
    }
  }

  private func pointers(_ text: String) -> [String] {
    (try? Definition.pointers { _ = try Definition.read(text) }) ?? ["no JSON"]
  }

  /// A letter with a mark is one character or two.
  @Test func aChoiceIsKeptAsItIsDefined() throws {
    let field = ChoiceField(["caf\u{E9}"])
    let typed = try JSONTree(parsing: Array("\"cafe\u{301}\"".utf8))
    for value in [
      try field.value(of: typed), field.value(of: "cafe\u{301}"),
      field.value(stored: .text("cafe\u{301}")),
    ] {
      guard case .text(let text)? = value else {
        Issue.record("no text")
        continue
      }
      #expect(Array(text.unicodeScalars) == Array("caf\u{E9}".unicodeScalars))
    }
  }

  @Test(arguments: [
    ("1e-400", nil), ("-0.001e-399", nil), ("0e5", 0), ("0.000", 0), ("1e-300", 1e-300),
  ])
  func aNumberInATableIsNotLostInRounding(text: String, value: Double?) {
    #expect(NumberField().value(of: text) == value.map { .number($0) })
  }
}
