import FeedModel
import StrictJSON
import TestSupport
import Testing

/// The six standard kinds, and the typed view that each of them has.
@Suite struct StandardKindTests {
  /// Records the fields that an entity exposes.
  private struct FieldNotes: EntityFieldVisitor {
    private(set) var types: [(name: String, type: String)] = []

    mutating func visit(_ name: String, _ value: inout Int) { types.append((name, "Int")) }
    mutating func visit(_ name: String, _ value: inout Double) { types.append((name, "Double")) }
    mutating func visit(_ name: String, _ value: inout String) { types.append((name, "String")) }
    mutating func visit(_ name: String, _ value: inout Timestamp) {
      types.append((name, "Timestamp"))
    }
  }

  /// The Swift type of an entity's property for each type of field.
  private static let swiftTypes = [
    "integer": "Int", "number": "Double", "text": "String", "url": "String", "date": "Timestamp",
  ]

  @Test func everyKindHasATypedView() {
    #expect(StandardEntities.all.map { $0.kind } == ContentKinds.standard.all)
  }

  @Test(arguments: ContentKinds.standard.all)
  func anEntityHasExactlyTheFieldsOfItsKind(kind: ContentKind) throws {
    func check<Entity: ContentEntity>(_: Entity.Type) {
      var notes = FieldNotes()
      var entity = Entity()
      entity.visitFields(with: &notes)
      #expect(notes.types.map(\.name) == kind.fields.map(\.name))
      #expect(notes.types.map(\.type) == kind.fields.map { Self.swiftTypes[$0.typeName] })
    }
    try check(StandardEntities.type(of: kind))
    #expect(kind.fields.allSatisfy { $0.isRequired && $0.defaultValue == nil })
  }

  @Test(arguments: ContentKinds.standard.all)
  func anItemIsTheSameByWayOfItsEntity(kind: ContentKind) throws {
    let items = try #require(SampleContent.items()[kind]) + [kind.example]
    func check<Entity: ContentEntity>(_: Entity.Type) {
      for item in items { #expect(Entity(item)?.item == item) }
    }
    try check(StandardEntities.type(of: kind))
  }

  @Test func anItemOfAnotherKindOrWithoutAValueHasNoEntity() throws {
    let news = try #require(SampleContent.items()[.recentNews]?.first)
    #expect(TrendArticle(news) == nil)
    // The kind after a team has changed it.
    func kind(_ title: ContentField) -> ContentKind {
      ContentKind(
        name: "recent_news", title: "Recent news",
        fields: news.kind.fields.map { $0.name == "title" ? title : $0 },
        layout: .init(type: "shelf"))
    }
    func item(_ kind: ContentKind, _ value: FieldValue) throws -> ContentItem {
      let index = try #require(kind.fields.firstIndex { $0.name == "title" })
      var values = news.values
      values[index] = value
      return ContentItem(kind: kind, id: news.id, values: values)
    }
    let nullable = kind(ContentField("title", TextField(), isNullable: true))
    #expect(RecentNews(try item(nullable, .text("a")))?.title == "a")
    #expect(RecentNews(try item(nullable, .null)) == nil)
    let numeric = kind(ContentField("title", IntegerField()))
    #expect(RecentNews(try item(numeric, .integer(1))) == nil)
  }

  @Test(arguments: ContentKinds.standard.all)
  func aDefinitionIsReadBackAsItIs(kind: ContentKind) throws {
    let proposal = try KindProposal(reading: JSONTree(parsing: kind.json))
    #expect(proposal.kind == kind && proposal.kind.json == kind.json)
    #expect(proposal.renamedFields.isEmpty)
    #expect(ContentKinds.standard.problems(of: kind).isEmpty)
  }

  @Test(arguments: ContentKinds.standard.all)
  func theRolesAreWhatAnItemSaysOfItself(kind: ContentKind) throws {
    let item = try #require(SampleContent.items()[kind]?.first)
    func text(_ role: ContentRole) -> String? {
      kind.roles[role].flatMap { item[$0]?.plainText }
    }
    #expect(item.headline == text(.headline) ?? "Campaign 1001")
    #expect(item.summary == text(.summary) && item.label == text(.label))
    #expect(item.author == text(.author) && item.place == text(.place))
    #expect(item.pictureURL == text(.image) && item.pictureURL != nil)
    #expect(item.publicationDate?.text == text(.date))
    #expect(item.starRating == kind.roles[.rating].flatMap { item[$0]?.double })
    #expect((item.pictureSize != nil) == (kind == .pickupPhotos))
  }
}
