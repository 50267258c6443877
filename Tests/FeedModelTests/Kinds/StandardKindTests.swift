import FeedEntities
import FeedModel
import StrictJSON
import TestSupport
import Testing

/// The six standard kinds, and the typed view that each of them has.
@Suite struct StandardKindTests {
  @Test(arguments: ContentKinds.standard.all)
  func anItemIsTheSameByWayOfItsEntity(kind: ContentKind) throws {
    let items = try #require(SampleContent.items()[kind]) + [kind.example]
    func check<Entity: ContentEntity>(_: Entity.Type) {
      for item in items { #expect(Entity(item)?.item == item) }
    }
    try check(StandardEntities.type(of: kind))
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
