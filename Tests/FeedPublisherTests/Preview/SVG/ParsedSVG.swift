import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The elements of an SVG document, as any XML parser sees them.
struct ParsedSVG {
  struct Element {
    let name: String
    let attributes: [String: String]
    /// The position of the element it is in; `nil` for the root.
    let parent: Int?
    var text = ""
  }

  struct Malformed: Error {
    let description: String
  }

  let elements: [Element]

  init(_ text: String) throws {
    let collector = Collector()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = collector
    guard parser.parse() else {
      throw Malformed(
        description: "line \(parser.lineNumber): \(String(describing: parser.parserError))")
    }
    elements = collector.elements
  }

  /// The children of the element with this id.
  func children(ofID id: String) -> [Element] {
    guard let parent = elements.firstIndex(where: { $0.attributes["id"] == id }) else { return [] }
    return elements.filter { $0.parent == parent }
  }

  /// The children of the element at `position`.
  func children(of position: Int) -> [Element] { elements.filter { $0.parent == position } }

  /// The positions of the slots called `role` inside the element with this id; all of them without a
  /// role.
  func slots(ofID id: String, _ role: String? = nil) -> [Int] {
    guard let item = elements.firstIndex(where: { $0.attributes["id"] == id }) else { return [] }
    return elements.indices.filter { position in
      guard let found = elements[position].attributes["data-slot"], role == nil || role == found
      else { return false }
      return isInside(position, item)
    }
  }

  private func isInside(_ position: Int, _ ancestor: Int) -> Bool {
    var place = elements[position].parent
    while let current = place, current > ancestor { place = elements[current].parent }
    return place == ancestor
  }

  private final class Collector: NSObject, XMLParserDelegate {
    var elements: [Element] = []
    private var path: [Int] = []

    func parser(
      _: XMLParser, didStartElement name: String, namespaceURI _: String?,
      qualifiedName _: String?, attributes: [String: String]
    ) {
      elements.append(Element(name: name, attributes: attributes, parent: path.last))
      path.append(elements.count - 1)
    }

    func parser(
      _: XMLParser, didEndElement _: String, namespaceURI _: String?, qualifiedName _: String?
    ) {
      path.removeLast()
    }

    func parser(_: XMLParser, foundCharacters text: String) {
      if let last = path.last { elements[last].text += text }
    }
  }
}
