import StrictJSON

/// A page of a list that a client asks for with a cursor.
struct ListPage<Element: Sendable>: Sendable {
  let elements: ArraySlice<Element>
  /// The cursor of the next page; `nil` at the end.
  let nextCursor: String?

  /// The page of `list` that `parameters` ask for.
  ///
  /// - Throws: ``ProtocolFault`` for a cursor that no page has named.
  init(
    of list: [Element], size: Int, for parameters: JSONTree?
  ) throws(ProtocolFault) {
    var start = 0
    if let cursor = parameters?["cursor"], !cursor.isNull {
      guard let text = cursor.string, text.hasPrefix(Self.prefix),
        let place = Int(text.dropFirst(Self.prefix.count)), list.indices.contains(place),
        place > 0, place.isMultiple(of: size)
      else { throw .invalidParameters("expected a cursor of the page before") }
      start = place
    }
    let end = min(start + size, list.count)
    elements = list[start..<end]
    nextCursor = end < list.count ? "\(Self.prefix)\(end)" : nil
  }

  private static var prefix: String { "from-" }

  /// Writes the page as the member `name`, and the cursor of the next one.
  func write(
    _ name: String, to object: inout JSONWriter, _ write: (inout JSONWriter, Element) -> Void
  ) {
    object.array(name, elements, write)
    if let nextCursor { object.member("nextCursor", nextCursor) }
  }
}
