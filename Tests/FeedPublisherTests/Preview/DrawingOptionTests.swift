import FeedLayout
import FeedModel
import FeedPublisher
import TestSupport
import Testing

/// Comparisons, explanations and pages.
@Suite struct DrawingOptionTests {
  @Test func aComparisonHasEveryWidthSideBySide() throws {
    let widths = [375.0, 390, 430]
    let documents = try widths.map { try SampleDocument.home(width: $0) }
    let preview = ComparisonPreview(documents)
    let svg = try ParsedSVG(preview.render())
    let devices = svg.elements.filter { $0.attributes["data-width"] != nil }
    #expect(devices.map { $0.attributes["data-width"] } == ["375", "390", "430"])
    // 1. No two overlap, and all are on the paper.
    let places = devices.compactMap { device in
      device.attributes["transform"]?.firstMatch(of: /translate\((\S+)/).flatMap {
        Double($0.output.1)
      }
    }
    try #require(places.count == 3)
    #expect(places[0] + 375 < places[1] && places[1] + 390 < places[2])
    #expect(places[2] + 430 < preview.size.width)
    // 2. Each screen has all items, under names of its own.
    let names = svg.elements.compactMap { $0.attributes["id"] }
    #expect(names.count == Set(names).count)
    #expect(names.filter { $0.hasSuffix("-pickup_photos-20") }.count == 3)
  }

  @Test(arguments: LayoutDirection.allCases)
  func anExplanationNamesTheBalanceHeights(_ direction: LayoutDirection) throws {
    let traits = ScreenTraits(try Viewport(width: 390), direction: direction)
    let document = try SampleDocument.home(traits)
    var options = SVGPreview.Options()
    options.explains = true
    let plain = try ParsedSVG(SVGPreview(document).render())
    let svg = try ParsedSVG(SVGPreview(document, options).render())
    #expect(!plain.elements.contains { $0.attributes["data-explanation"] != nil })
    let texts = Self.notes(of: "pickup_photos", in: svg)
    // The third photo: 195 points at the leading side, 260 at the other.
    let isMirrored = direction == .rightToLeft
    #expect(texts.contains(isMirrored ? "1. #1 → right (tie)" : "1. #1 → left (tie)"))
    #expect(texts.contains(isMirrored ? "3. #3 → right" : "3. #3 → left"))
    #expect(texts.contains(isMirrored ? "260 | 195" : "195 | 260"))
    #expect(texts.contains("height 1820 · optimum 1764"))
    #expect(texts.contains("56 above the optimum"))
  }

  @Test func anExplanationNamesSnapOffsets() throws {
    var options = SVGPreview.Options()
    options.explains = true
    let svg = try ParsedSVG(SVGPreview(SampleDocument.home(width: 390), options).render())
    let news = Self.notes(of: "recent_news", in: svg)
    #expect(news.contains("page 0 · snap offset 585") && news.contains("page 1 · snap offset 195"))
    #expect(Self.notes(of: "featured_topics", in: svg).contains("offset 0 … 1282"))
  }

  @Test(arguments: ["<img src=x onerror=alert(1)>", "</title><script>alert(1)</script>"])
  func aPageHasNoScriptAndEscapesTexts(_ text: String) throws {
    let document = try SampleDocument.home(text: text, width: 390)
    for documents in [[document], [document, document]] {
      let page = HTMLPreview(documents).render()
      #expect(!page.contains("<script") && !page.contains("<img"))
      #expect(!page.contains(" style=") && !page.contains("javascript:"))
      #expect(page.contains("Content-Security-Policy") && page.contains("default-src 'none'"))
      #expect(!page.contains("unsafe-inline") && !page.contains("src=\"http"))
      #expect(page.contains("&lt;"))
    }
  }

  @Test func aPageHasTheNumbersOfEverySection() throws {
    let document = try SampleDocument.home(width: 390)
    let page = HTMLPreview([document]).render()
    for section in document.sections {
      let cell = try #require(section.cell).name
      let start = [section.id, section.title, section.layout.name, cell]
      #expect(page.contains("<tr>" + start.map { "<td>\($0)</td>" }.joined()))
    }
    #expect(page.contains("<caption>390 × 3515.59 pt"))
  }

  /// The texts of the notes over a section.
  private static func notes(of section: String, in svg: ParsedSVG) -> Set<String> {
    guard
      let group = svg.elements.firstIndex(where: {
        $0.attributes["data-explanation"] == section
      })
    else { return [] }
    return Set(svg.children(of: group).map(\.text))
  }
}
