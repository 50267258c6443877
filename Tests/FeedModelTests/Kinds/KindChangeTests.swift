import FeedModel
import Foundation
import StrictJSON
import Testing

@Suite struct KindChangeTests {
  private static let title = #""name":"title","type":"text","max_length":20"#
  private static let seats = #""name":"seats","type":"integer","minimum":1,"maximum":9"#
  private static let area = #""name":"area","type":"choice","choices":["a","b"]"#

  private static func change(
    _ old: [String], _ new: [String]
  ) throws -> (change: KindChange, old: ContentKind, new: ContentKind) {
    let before = try Definition.read(Definition.text("shops", old)).kind
    let proposal = try Definition.read(Definition.text("shops", new))
    return (try KindChange(from: before, to: proposal), before, proposal.kind)
  }

  /// The steps in a word each: `widened seats`.
  private static func steps(_ old: [String], _ new: [String]) throws -> [String] {
    try change(old, new).change.steps.map { step in
      switch step {
      case .add(let field): "add \(field.name)"
      case .remove(let field): "remove \(field.name)"
      case .rename(let from, let to): "rename \(from) \(to)"
      case .widen(let field): "widen \(field.name)"
      case .narrow(let field): "narrow \(field.name)"
      }
    }
  }

  @Test func aNewKindHasNoSteps() throws {
    let proposal = try Definition.read(Definition.text("shops", [Self.title, Self.seats]))
    let change = try KindChange(from: nil, to: proposal)
    #expect(change.steps.isEmpty && !change.isEmpty && !change.concernsItems)
  }

  @Test func theSameDefinitionIsNoChange() throws {
    let change = try Self.change([Self.title, Self.seats], [Self.title, Self.seats]).change
    #expect(change.isEmpty && change.steps.isEmpty)
    // Another order is another definition, though not of any field.
    let turned = try Self.change([Self.title, Self.seats], [Self.seats, Self.title]).change
    #expect(!turned.isEmpty && turned.steps.isEmpty && !turned.concernsItems)
  }

  /// Swift takes both spellings for the same text; tables and documents do not.
  @Test func anotherSpellingIsAChange() throws {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    let name = #""name":"name","type":"text","default":"x""#
    let choice = #""name":"style","type":"choice","choices":["a","x"]"#
    let list = #""name":"styles","type":"list","of":"choice","choices":["a","x"]"#
    for (field, step) in [(name, "widen name"), (choice, "narrow style"), (list, "narrow styles")] {
      let fields = [composed, decomposed].map { field.replacing("\"x\"", with: "\"\($0)\"") }
      #expect(try Self.steps([fields[0]], [fields[1]]) == [step])
      #expect(try Self.change([fields[0]], [fields[0]]).change.isEmpty)
    }
    for member in [#","title":"x""#, #","headline_template":"x {id}""#] {
      let kinds = try [composed, decomposed].map {
        try Definition.read(
          Definition.text("shops", [Self.seats], member.replacing("\"x", with: "\"\($0)")))
      }
      #expect(try !KindChange(from: kinds[0].kind, to: kinds[1]).isEmpty)
    }
    // An item with the former spelling stands in the way; one with another choice does not.
    let fields = [composed, decomposed].map { choice.replacing("\"x\"", with: "\"\($0)\"") }
    let (change, old, _) = try Self.change([fields[0]], [fields[1]])
    for (value, count) in [(composed, 1), ("a", 0)] {
      let item = ContentItem(kind: old, id: 1, values: [.text(value)])
      #expect(change.conflicts(of: item, discarding: []).count == count)
    }
  }

  @Test func fieldsComeGoAndAreRenamed() throws {
    let name = #""name":"name","type":"text","max_length":20,"renamed_from":"title""#
    #expect(try Self.steps([Self.title], [Self.title, Self.seats]) == ["add seats"])
    #expect(try Self.steps([Self.title, Self.seats], [Self.title]) == ["remove seats"])
    #expect(try Self.steps([Self.title], [name]) == ["rename title name"])
    // A field that was renamed already is not renamed again.
    #expect(try Self.steps([Self.title, name], [name]) == ["remove title"])
    #expect(try Self.steps([name.replacing(#","renamed_from":"title""#, with: "")], [name]) == [])
    // Without a former name it is another field.
    let other = name.replacing(#","renamed_from":"title""#, with: "")
    #expect(try Self.steps([Self.title], [other]) == ["remove title", "add name"])
    // Fields are removed before others take their names.
    let seats = name.replacing(#""name":"name""#, with: #""name":"seats""#)
    let renamed = Self.seats.replacing(#""name":"seats""#, with: #""name":"chairs""#)
    #expect(
      try Self.steps(
        [Self.title, Self.area, Self.seats],
        [renamed + #","renamed_from":"seats""#, Self.title]) == [
          "remove area", "rename seats chairs",
        ])
    #expect(throws: DocumentProblems.self) {
      try Self.steps([Self.title, Self.seats], [seats])
    }
  }

  @Test(arguments: [
    (title, #""name":"title","type":"text","max_length":21"#),
    (title, #""name":"title","type":"text""#),
    (title, title + #","required":false"#), (title, title + #","default":"x""#),
    (seats, #""name":"seats","type":"integer","minimum":0,"maximum":9"#),
    (seats, #""name":"seats","type":"integer","minimum":1"#),
    (seats, #""name":"seats","type":"integer""#),
    (area, #""name":"area","type":"choice","choices":["c","b","a"]"#),
    (area, #""name":"area","type":"choice","choices":["b","a"]"#),
    (
      #""name":"x","type":"number","minimum":0.5"#,
      #""name":"x","type":"number","minimum":0"#
    ),
    (
      #""name":"x","type":"list","of":"choice","choices":["a"],"max_items":2"#,
      #""name":"x","type":"list","of":"choice","choices":["a","b"],"max_items":3"#
    ),
  ])
  func aFieldIsWidenedAndTheOtherWayRoundNarrowed(narrow: String, wide: String) throws {
    let (name, widened) = try (
      #require(Definition.kind("shops", narrow).fields.first?.name),
      Self.change([narrow], [wide])
    )
    #expect(try Self.steps([narrow], [wide]) == ["widen \(name)"])
    #expect(!widened.change.concernsItems)
    // Values of the same set either way.
    let isSame = narrow == Self.area && wide.contains(#"["b","a"]"#) || wide.contains("default")
    #expect(
      try Self.steps([wide], [narrow]) == ["\(isSame ? "widen" : "narrow") \(name)"])
  }

  @Test(arguments: [
    (title, #""name":"title","type":"url""#),
    (title, #""name":"title","type":"choice","choices":["a"]"#),
    (area, #""name":"area","type":"text""#),
    (seats, #""name":"seats","type":"boolean""#),
    (#""name":"x","type":"list","of":"text""#, #""name":"x","type":"list","of":"integer""#),
    (
      #""name":"x","type":"list","of":"text","max_items":9"#,
      #""name":"x","type":"list","of":"text","max_items":1"#
    ),
  ])
  func aTypeThatIsStoredAlikeIsNarrowedAndEveryItemAsked(old: String, new: String) throws {
    let change = try Self.change([old], [new]).change
    #expect(change.steps.count == 1 && change.concernsItems)
    if case .narrow = change.steps.first {} else { Issue.record("\(change.steps)") }
  }

  @Test(arguments: [
    (title, #""name":"title","type":"integer""#), (title, #""name":"title","type":"date""#),
    (title, #""name":"title","type":"list","of":"text""#),
    (seats, #""name":"seats","type":"number""#), (seats, #""name":"seats","type":"text""#),
    (seats, #""name":"seats","type":"reference","kind":"recent_news""#),
    (#""name":"x","type":"date""#, #""name":"x","type":"text""#),
    (#""name":"x","type":"list","of":"text""#, #""name":"x","type":"text""#),
    (
      #""name":"x","type":"reference","kind":"recent_news""#,
      #""name":"x","type":"reference","kind":"trend_articles""#
    ),
    (#""name":"x","type":"reference","kind":"recent_news""#, #""name":"x","type":"integer""#),
  ])
  func aTypeThatIsStoredOtherwiseIsRefused(old: String, new: String) throws {
    let other = #""name":"other","type":"text""#
    let pointers = try Definition.pointers { _ = try Self.change([other, old], [other, new]) }
    #expect(pointers == ["/fields/1/type"])
  }

  @Test(arguments: [
    // No such field.
    ([title], [title, #""name":"x","type":"text","renamed_from":"nope""#], ["/fields/1"]),
    ([title], [#""name":"x","type":"text","renamed_from":"id""#], ["/fields/0"]),
    // The field is still there.
    ([title], [title, #""name":"x","type":"text","renamed_from":"title""#], ["/fields/1"]),
    // Two fields cannot have been the same one.
    (
      [title],
      [
        #""name":"x","type":"text","renamed_from":"title""#,
        #""name":"y","type":"text","renamed_from":"title""#,
      ], ["/fields/1"]
    ),
  ])
  func aFormerNameThatCannotBeIsRefused(old: [String], new: [String], places: [String]) throws {
    let pointers = try Definition.pointers { _ = try Self.change(old, new) }
    #expect(pointers == places.map { $0 + "/renamed_from" })
  }

  @Test func aNewKindHasNoFormerNames() throws {
    let proposal = try Definition.read(
      Definition.text("shops", [Self.title, #""name":"x","type":"text","renamed_from":"y""#]))
    let pointers = try Definition.pointers { _ = try KindChange(from: nil, to: proposal) }
    #expect(pointers == ["/fields/1/renamed_from"])
  }

  // MARK: - Items

  @Test func itemsStandAgainstAChangeByTheirValues() throws {
    let old = [
      Self.title, Self.seats, Self.area, #""name":"note","type":"text","required":false"#,
    ]
    let new = [
      #""name":"name","type":"text","max_length":3,"renamed_from":"title""#,
      #""name":"seats","type":"integer","minimum":3,"maximum":9"#,
      #""name":"note","type":"text""#, #""name":"added","type":"integer""#,
      #""name":"given","type":"integer","default":1"#,
      #""name":"maybe","type":"integer","required":false"#,
    ]
    let (change, before, _) = try Self.change(old, new)
    #expect(change.concernsItems)
    func conflicts(_ values: [FieldValue], discarding discarded: Set<String> = []) -> [String] {
      change.conflicts(of: ContentItem(kind: before, id: 7, values: values), discarding: discarded)
        .map { "\($0.id) \($0.field) \($0.value.plainText)" }
    }
    #expect(
      conflicts([.text("long"), .integer(2), .text("a"), .null]) == [
        "7 area a", "7 title long", "7 seats 2", "7 note ", "7 added ",
      ])
    #expect(
      conflicts([.text("abc"), .integer(3), .text("a"), .text("")], discarding: ["area"])
        == ["7 added "])
  }

  // MARK: - References

  /// The pointers of the problems of the kind called `name` among `kinds`.
  private static func problems(of name: String, among kinds: [ContentKind]) throws -> [String] {
    let all = ContentKinds(kinds)
    return all.problems(of: try #require(all[name])).map(\.pointer)
  }

  private static func reference(_ field: String, _ kind: String, _ rules: String = "") -> String {
    #""name":"\#(field)","type":"reference","kind":"\#(kind)"\#(rules)"#
  }

  @Test func aReferenceIsToAKindThereIs() throws {
    let shops = try Definition.kind("shops", Self.title, Self.reference("event", "events"))
    let events = try Definition.kind("events", Self.title)
    #expect(try Self.problems(of: "shops", among: [shops]) == ["/fields/1/kind"])
    #expect(try Self.problems(of: "shops", among: [shops, events]) == [])
    #expect(ContentKinds([shops, events]).referrers(to: "events") == [shops])
    #expect(ContentKinds([shops, events]).referrers(to: "shops") == [])
  }

  @Test func itemsThatCannotBeWithoutEachOtherCannotBe() throws {
    let optional = #","required":false"#
    for (toEvents, toShops, expected) in [
      ("", "", ["/fields/1/required"]), (optional, "", []), ("", optional, []),
      (optional, optional, []),
    ] {
      let shops = try Definition.kind(
        "shops", Self.title, Self.reference("event", "events", toEvents))
      let events = try Definition.kind("events", Self.reference("shop", "shops", toShops))
      let problems = try Self.problems(of: "shops", among: [shops, events])
      #expect(problems == expected, "\(toEvents) \(toShops)")
    }
    // An item may refer to itself, but the first one would have to.
    let alone = try Definition.kind("shops", Self.reference("parent", "shops"))
    #expect(try Self.problems(of: "shops", among: [alone]) == ["/fields/0/required"])
    let tree = try Definition.kind("shops", Self.reference("parent", "shops", optional))
    #expect(try Self.problems(of: "shops", among: [tree]) == [])
  }

  @Test func aLongCycleIsFoundAndACycleBesideItIsNot() throws {
    let ring = try (0..<5).map { index in
      try Definition.kind("k\(index)", Self.reference("next", "k\((index + 1) % 5)"))
    }
    for kind in ring {
      #expect(try Self.problems(of: kind.name, among: ring) == ["/fields/0/required"])
    }
    let beside = try Definition.kind("beside", Self.reference("next", "k0"))
    #expect(try Self.problems(of: "beside", among: ring + [beside]) == [])
    let broken = try ring.dropLast() + [Definition.kind("k4", Self.title)]
    #expect(try Self.problems(of: "k0", among: Array(broken)) == [])
  }
}
