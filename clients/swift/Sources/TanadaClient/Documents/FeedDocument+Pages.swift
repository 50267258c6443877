import FeedLayout

extension FeedDocument {
  /// Returns this document with the pages that were loaded for `former`, of those sections whose first page is as
  /// before: what a reader has scrolled through stays, and keeps its place.
  ///
  /// A section that has changed begins with its first page again.
  public func keepingPages(of former: FeedDocument?) -> FeedDocument {
    guard let former, former.viewportWidth == viewportWidth, former.textSize == textSize else {
      return self
    }
    let longer = Dictionary(former.sections.map { ($0.id, $0) }) { first, _ in first }
    var document = self
    var shift = 0.0
    for (place, section) in sections.enumerated() {
      document.sections[place].frame.y += shift
      guard let kept = longer[section.id], kept.items.count > section.items.count,
        kept.firstPage == section.firstPage
      else { continue }
      document.sections[place].items = kept.items
      document.sections[place].layout = kept.layout
      document.sections[place].next = kept.next
      document.sections[place].frame.height = kept.frame.height
      shift += kept.frame.height - section.frame.height
    }
    document.contentSize.height += shift
    return document
  }
}

extension FeedSection {
  /// The section as the server sent it with its screen, without its place on the screen and the address of its next page,
  /// which other sections change.
  fileprivate var firstPage: JSONValue {
    var members = raw.object ?? [:]
    for name in ["frame", "next", "revision"] { members[name] = nil }
    return .object(members)
  }
}
