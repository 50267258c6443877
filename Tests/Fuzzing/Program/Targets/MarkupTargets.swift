import FeedLayout
import FeedModel
import FeedPublisher
import Foundation
import StrictJSON

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Drawings and pages of texts that anybody may have written.
enum MarkupTargets {
  /// The elements of drawings and pages.
  private static let elements: Set = [
    "a", "body", "caption", "circle", "clipPath", "code", "defs", "details", "div", "ellipse",
    "figure",
    "figcaption", "g", "h1", "h2", "head", "html", "image", "line", "linearGradient", "main",
    "marker", "mask", "meta",
    "p", "path", "pattern", "polygon", "polyline", "radialGradient", "rect", "section", "stop",
    "style", "summary",
    "svg", "symbol", "table", "tbody", "td", "text", "th", "thead", "title", "tr", "tspan", "use",
  ]

  /// The drawing is XML, and has the elements that it would have with other texts of the same length; the page too.
  static func markup(_ input: FuzzInput) {
    var input = input
    let kind = input.choice(of: ContentKinds.standard.all)
    let text = input.text.unicodeScalars.filter { $0.properties.generalCategory != .control }
    let hostile = String(String.UnicodeScalarView(text.prefix(200)))
    let item = ContentItem(kind: kind, id: 1, values: kind.fields.map { value(of: $0, hostile) })
    guard let document = document(of: item, title: hostile) else { return }
    let drawing = SVGPreview(document).render()
    let found = MarkupReader.read(drawing)
    require(found.problem == nil, "a drawing that is no XML: \(found.problem ?? "")")
    let strange = found.elements.subtracting(elements)
    require(strange.isEmpty, "elements of a text: \(strange.sorted())")
    for name in found.attributes {
      require(!name.lowercased().hasPrefix("on"), "an attribute that is run: \(name)")
    }
    let page = HTMLPreview([document]).render()
    let lower = page.lowercased()
    for tag in ["<script", "<iframe", "<object", "<embed", "<link", "<base", "<form", "<img"] {
      require(!lower.contains(tag), "a page with \(tag)>")
    }
    let lines = TerminalPreview(document, columns: 80, style: .plain).render()
    require(
      !lines.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" },
      "a terminal is told what to do")
  }

  private static func value(of field: ContentField, _ text: String) -> FieldValue {
    if case .text(let example) = field.type.example {
      // What a field of addresses or choices refuses is never drawn.
      return field.type.value(of: text) ?? .text(example)
    }
    return field.type.example
  }

  private static func document(of item: ContentItem, title: String) -> Screen? {
    let section = Composition.Section(
      id: "a", kind: item.kind, title: LocalizedText(title), limit: 3)
    let feed = Feed(
      Composition(feed: "home", sections: [section]), revision: 1,
      visibility: Visibility(at: Timestamp(millisecondsSince1970: 0)),
      publishing: ItemPublishing(
        timeZone: .gmt, pictures: PictureAddresses(server: "", secret: []),
        pages: PageAddresses(secret: []))
    ) { _ in Feed.ShownItems(items: [item]) }
    return (try? Viewport(width: 390)).flatMap { feed.document(for: $0).document }
  }
}

/// The names in a text of XML.
private final class MarkupReader: NSObject, XMLParserDelegate {
  private(set) var elements: Set<String> = []
  private(set) var attributes: Set<String> = []
  private(set) var problem: String?

  static func read(_ text: String) -> MarkupReader {
    let reader = MarkupReader()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reader
    if !parser.parse() {
      reader.problem = "line \(parser.lineNumber): \(parser.parserError.map { "\($0)" } ?? "")"
    }
    return reader
  }

  func parser(
    _: XMLParser, didStartElement name: String, namespaceURI _: String?,
    qualifiedName _: String?, attributes found: [String: String]
  ) {
    elements.insert(name)
    attributes.formUnion(found.keys)
  }
}
