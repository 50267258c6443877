import FeedLayout
import FeedModel
import FeedPublisher
import StrictJSON
import TestSupport
import Testing

@Suite struct SVGPreviewTests {
  @Test(arguments: [200.0, 320, 375.5, 390, 834, 4096])
  func everyFrameIsAtItsExactPlace(_ width: Double) throws {
    let document = try SampleDocument.home(width: width)
    let svg = try ParsedSVG(SVGPreview(document).render())
    for section in document.sections {
      for frame in section.layout.frames {
        let group = svg.children(ofID: "\(section.id)-\(frame.id)")
        let rectangle = try #require(group.first { $0.name == "rect" }).attributes
        let expected = [
          section.frame.x + frame.x, section.frame.y + frame.y, frame.width, frame.height,
        ]
        let found = ["x", "y", "width", "height"].map { rectangle[$0] }
        #expect(found == expected.map { NumberText.shortest($0) })
      }
    }
  }

  @Test(arguments: [200.0, 390, 834])
  func thePaperHoldsEveryFrame(_ width: Double) throws {
    let document = try SampleDocument.home(width: width)
    let svg = try ParsedSVG(SVGPreview(document).render())
    let box = try #require(svg.elements.first?.attributes["viewBox"])
      .split(separator: " ").compactMap { Double($0) }
    try #require(box.count == 4)
    for section in document.sections {
      for frame in section.layout.frames {
        #expect(frame.x >= box[0] && frame.maxX <= box[0] + box[2])
        #expect(
          section.frame.y + frame.y >= box[1] && section.frame.y + frame.maxY <= box[1] + box[3])
      }
    }
  }

  @Test func everyItemIsNamedAndSectionsAreTitled() throws {
    let document = try SampleDocument.home(width: 390)
    let svg = try ParsedSVG(SVGPreview(document).render())
    let texts = Set(svg.elements.filter { $0.name == "text" }.map(\.text))
    for section in document.sections {
      #expect(texts.contains(section.title))
      #expect(texts.contains(section.layout.name))
      for item in section.items {
        let title = svg.children(ofID: "\(section.id)-\(item.content.id)").first?.text
        #expect(title == "#\(item.content.id) \(item.content.headline)")
      }
    }
  }

  @Test func aRingAndAPileArePaintedFromTheBack() throws {
    let svg = try ParsedSVG(SVGPreview(SampleDocument.home(width: 390)).render())
    let ring = svg.children(ofID: "campaign_banners").map { $0.attributes["data-id"] }
    #expect(ring == ["3", "4", "2", "5", "1", "6"])
    let pile = svg.children(ofID: "favorite_scenes").compactMap { $0.attributes["data-id"] }
    #expect(pile == (1...12).reversed().map(String.init))
    // At rest two cards look out from behind the first one.
    let transforms = (1...12).compactMap { id in
      svg.children(ofID: "favorite_scenes-\(id)").first { $0.name == "g" }?
        .attributes["transform"]
    }
    #expect(transforms.count == 3)
    #expect(transforms.map { $0.contains("scale") } == [false, true, true])
  }

  @Test func aStarIsFilledAsFarAsItsRatingSays() throws {
    let document = try SampleDocument.home(width: 390)
    let svg = try ParsedSVG(SVGPreview(document).render())
    let topics = try #require(document.sections.first { $0.kind == .featuredTopics })
    for item in topics.items {
      let partial = (item.stars ?? []).filter { $0 > 0 && $0 < 1 }
      let clips = svg.slots(ofID: "featured_topics-\(item.content.id)", "stars")
        .flatMap { svg.children(of: $0) }.filter { $0.name == "svg" }
      #expect(clips.map { $0.attributes["data-fill"] } == partial.map { NumberText.shortest($0) })
      #expect(
        clips.map { $0.attributes["width"] } == partial.map { NumberText.shortest($0 * 26) })
    }
  }

  @Test(arguments: HostileText.all)
  func anyTitleLeavesItWellFormed(_ text: String) throws {
    let calm = try ParsedSVG(SVGPreview(SampleDocument.home(text: "x", width: 390)).render())
    let svg = try ParsedSVG(SVGPreview(SampleDocument.home(text: text, width: 390)).render())
    #expect(Set(svg.elements.map(\.name)) == Set(calm.elements.map(\.name)))
    let drawn = svg.elements.filter { $0.name == "text" }.flatMap(\.text.unicodeScalars)
    // Neither controls nor marks that turn the direction of what follows.
    #expect(!drawn.contains { $0.properties.generalCategory == .control })
    #expect(!drawn.contains { (0x202A...0x202E).contains($0.value) })
  }

  @Test(arguments: 0...4, [200.0, 390])
  func fewItemsAreEnough(_ count: Int, _ width: Double) throws {
    let document = try SampleDocument.home(itemCount: count, width: width)
    let svg = try ParsedSVG(SVGPreview(document).render())
    let items = svg.elements.filter { $0.attributes["data-id"] != nil }
    #expect(items.count == count * 6)
    #expect(svg.elements.contains { $0.text == "no items" } == (count == 0))
    // The labels of sections without height stand below each other.
    let box = try #require(svg.elements.first?.attributes["viewBox"])
      .split(separator: " ").compactMap { Double($0) }
    let lines = svg.children(ofID: "gutter").filter { $0.name == "text" }
      .compactMap { $0.attributes["y"].flatMap(Double.init) }
    #expect(lines.allSatisfy { $0 < box[1] + box[3] })
    #expect(lines.count == Set(lines).count && lines == lines.sorted())
  }

  @Test func itStaysSmall() throws {
    for width in [320.0, 390, 834] {
      #expect(SVGPreview(try SampleDocument.home(width: width)).render().utf8.count < 150_000)
    }
  }

  @Test func thePictureOfTheReadmeIsCurrent() throws {
    try Snapshot.verify(
      SVGPreview(SampleDocument.newDatabase(width: 390)).render(), path: "docs/images/home-390.svg")
  }
}
