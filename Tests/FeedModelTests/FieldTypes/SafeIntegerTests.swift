import FeedModel
import Foundation
import StrictJSON
import Testing

/// Whole numbers beyond 2^53, which many readers of JSON cannot tell apart, are refused with the bounds. What former
/// versions have stored is read.
struct SafeIntegerTests {
  private static let bounds = "a whole number from -9007199254740991 to 9007199254740991"
  private static let ids = "a whole number from 1 to 9007199254740991"

  private static func tree(_ text: String) throws -> JSONTree {
    try JSONTree(parsing: Array(text.utf8))
  }

  private static func proposal(_ rules: String, isStored: Bool = false) throws -> KindProposal {
    try KindProposal(
      reading: try tree(#"{"kind":"shops","fields":[{"name":"seats",\#(rules)}]}"#),
      isStored: isStored)
  }

  @Test(
    arguments: [
      #""type":"integer","minimum":-9007199254740992"#,
      #""type":"integer","maximum":9007199254740992"#,
      #""type":"integer","maximum":9.007199254740993e15"#,
      #""type":"integer","maximum":123456789012345678901234567890"#,
      #""type":"integer","default":9007199254740993"#,
      #""type":"list","of":"integer","default":[1,9007199254740993]"#,
      #""type":"list","of":"integer","maximum":9007199254740993"#,
    ])
  func aDefinitionIsWithinTheBounds(rules: String) throws {
    let problems = try #require(throws: DocumentProblems.self) { try Self.proposal(rules) }
    #expect(problems.count == 1)
    #expect(problems.listed[0].sentence.hasPrefix("expected \(Self.bounds), found "), "\(problems)")
  }

  @Test func aDefinitionThatIsStoredIsReadAsItWas() throws {
    let kind = try Self.proposal(
      #""type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807,"default":9007199254740993"#,
      isStored: true
    ).kind
    let field = try #require(kind.field("seats"))
    #expect(field.defaultValue == .integer(9_007_199_254_740_993))
    #expect(field.value(stored: .integer(.max)) == .integer(.max))
    let list = try Self.proposal(
      #""type":"list","of":"integer","default":[9223372036854775807]"#, isStored: true
    ).kind
    #expect(list.field("seats")?.defaultValue == .list([.integer(.max)]))
    #expect(
      list.field("seats")?.value(stored: .text("[1,9007199254740993]"))
        == .list([.integer(1), .integer(9_007_199_254_740_993)]))
    // Bounds that no new value has are no reason not to read the items.
    let far = try Self.proposal(
      #""type":"integer","minimum":9007199254740993"#, isStored: true
    ).kind
    #expect(far.field("seats")?.value(stored: .integer(.max)) == .integer(.max))
  }

  @Test(
    arguments: [
      (#"{"id":1,"seats":9007199254740991}"#, nil), (#"{"id":1,"seats":-9007199254740991}"#, nil),
      (#"{"id":9007199254740991,"seats":1}"#, nil),
      (#"{"id":1,"seats":9007199254740992}"#, "/seats: expected \(bounds), found 9007199254740992"),
      (#"{"id":1,"seats":-1e16}"#, "/seats: expected \(bounds), found -10000000000000000"),
      (#"{"id":1,"seats":1.5}"#, "/seats: expected a whole number, found 1.5"),
      (#"{"id":9007199254740992,"seats":1}"#, "/id: expected \(ids), found 9007199254740992"),
      (#"{"id":9.007199254740993e15,"seats":1}"#, "/id: expected \(ids), found 9007199254740993"),
      (#"{"id":0,"seats":1}"#, "/id: expected a positive whole number, found 0"),
    ] as [(String, String?)])
  func anItemIsWithinTheBounds(json: String, problem: String?) throws {
    let kind = try Self.proposal(#""type":"integer""#).kind
    let (_, problems) = JSONFieldReader.read(try Self.tree(json)) {
      ContentItem(reading: &$0, kind: kind)
    }
    #expect(problems.map(\.description) == [problem].compactMap { $0 })
  }

  @Test func ofBoundsTheNarrowerOnesAreSaid() throws {
    let field = IntegerField(1...Int.max)
    let mistake = #expect(throws: FieldMistake.self) {
      try field.value(of: try Self.tree("9007199254740992"))
    }
    #expect(mistake?.expected.phrase == Self.ids)
    let reference = #expect(throws: FieldMistake.self) {
      try ReferenceField("shops").value(of: try Self.tree("9007199254740992"))
    }
    #expect(reference?.expected.phrase == Self.ids)
    let none = #expect(throws: FieldMistake.self) {
      try ReferenceField("shops").value(of: try Self.tree("0"))
    }
    #expect(none?.expected.phrase == "the id of an item of shops")
  }

  @Test func theSchemaSaysTheBounds() throws {
    for (field, least, most) in [
      (IntegerField(), -SafeInteger.largest, SafeInteger.largest),
      (IntegerField(1...Int.max), 1, SafeInteger.largest), (IntegerField(2...9), 2, 9),
    ] {
      let schema = JSONWriter.encode { field.schema.write(to: &$0) }
      let tree = try JSONTree(parsing: schema)
      #expect(tree["minimum"]?.integer == least && tree["maximum"]?.integer == most)
    }
  }

  @Test(
    arguments: [
      ("id", "9007199254740992"), ("id.gte", "-9007199254740992"),
      ("id", "99999999999999999999"),
    ])
  func aQueryIsWithinTheBounds(name: String, value: String) throws {
    let problems = try #require(throws: ContentQueryProblems.self) {
      try ContentQuery(parameters: [name: value], for: .recentNews)
    }
    #expect(problems.description.contains("expected \(Self.bounds), found "), "\(problems)")
    guard value.count < 20 else { return }
    let stored = try ContentQuery(filters: [name: value], for: .recentNews, isStored: true)
    #expect(stored.filters.map(\.value) == [value])
  }

  @Test(
    arguments: [
      (#""source":{"pinned":[1,9007199254740992]}"#, "/sections/0/source/pinned/1", ids),
      (
        #""source":{"query":{"filter":{"id":9007199254740992}}}"#,
        "/sections/0/source/query/filter/id", bounds
      ),
      (
        #""source":{"query":{"filter":{"id.lt":"9007199254740992"}}}"#,
        "/sections/0/source/query/filter/id.lt", bounds
      ),
      (#""min_schema_version":9007199254740992"#, "/sections/0/min_schema_version", ids),
    ])
  func aCompositionIsWithinTheBounds(member: String, pointer: String, expected: String) throws {
    let text = #"{"sections":[{"id":"a","kind":"recent_news","title":"","# + member + "}]}"
    let problems = try #require(throws: DocumentProblems.self) {
      try Composition(reading: text.utf8, of: "home", kinds: .standard)
    }
    #expect(problems.listed.map(\.pointer) == [pointer])
    #expect(problems.listed[0].expected.phrase == expected)
    let stored = try Composition(
      reading: text.utf8, of: "home", kinds: .standard, isStored: true)
    #expect(stored.sections.count == 1)
  }
}
