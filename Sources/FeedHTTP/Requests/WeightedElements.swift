import LayoutCatalog

/// The elements of a header field that lists alternatives by weight, such as `Accept` and `Accept-Encoding`
/// (RFC 9110, section 12.4.2).
///
/// The syntax is not that of structured fields (RFC 8941): for an empty element or a space before `;`,
/// which are allowed here, a parser of structured fields rejects the whole header.
package struct WeightedElements: Sequence {
  /// An alternative with its weight.
  package struct Element {
    /// The media range or the coding in lower case.
    package let name: String
    /// The weight from 0 (refused) to 1; 1 where none is given, `nil` for one that is no such number.
    package let weight: Double?
    /// Whether there are parameters besides the weight.
    let hasOtherParameters: Bool
  }

  private let fields: [String]

  /// The elements of the header's `fields`, in their order.
  package init(_ fields: [String]) {
    self.fields = fields
  }

  package func makeIterator() -> some IteratorProtocol<Element> {
    fields.lazy.flatMap { $0.split(separator: ",") }.compactMap(Self.element).makeIterator()
  }

  /// The element written as `text`; `nil` for one without a name.
  private static func element(_ text: Substring) -> Element? {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
      .map { $0.trimmed.lowercased() }
    guard let name = parts.first, !name.isEmpty else { return nil }
    let parameters = parts.dropFirst().filter { !$0.isEmpty }
    guard let given = parameters.first(where: { $0.hasPrefix("q=") }) else {
      return Element(name: name, weight: 1, hasOtherParameters: !parameters.isEmpty)
    }
    let weight = String(given.dropFirst(2)).jsonNumber
    return Element(
      name: name, weight: weight.flatMap { (0...1).contains($0) ? $0 : nil },
      hasOtherParameters: parameters.count > 1)
  }
}
