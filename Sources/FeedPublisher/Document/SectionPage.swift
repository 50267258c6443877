/// A run of a section's items, with their frames at the places they have in the whole section.
package struct SectionPage: Sendable {
  package let feed: String
  package let revision: Int
  package let section: FeedSection
  /// Which of the section's items are on the page.
  package let range: Range<Int>
  /// The address of the next page; `nil` at the end.
  package let next: String?

  /// The page that has all of `section`.
  package init(whole section: FeedSection, of document: FeedDocument) {
    self.init(section, of: document, range: section.items.indices, next: nil)
  }

  /// The page that has the items in `range` of `section`.
  init(_ section: FeedSection, of document: FeedDocument, range: Range<Int>, next: String?) {
    feed = document.feed
    revision = document.revision
    self.section = section
    self.range = range
    self.next = next
  }

  /// Writes the page: everything about the section, and the page's own items and frames.
  package func write(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("feed", feed)
      object.member("revision", revision)
      object.key("section")
      section.write(to: &object, range: range)
      object.key("next")
      if let next { object.value(next) } else { object.null() }
    }
  }
}

/// Where the next page of a section begins, and which revision it belongs to.
package struct SectionCursor: Hashable, Sendable {
  package let revision: Int
  /// The 0-based position of the page's first item.
  package let position: Int

  package init(revision: Int, position: Int) {
    self.revision = revision
    self.position = position
  }

  /// The cursor as it stands in an address.
  package var token: String { "\(revision).\(position)" }

  /// The cursor written as `token`, or `nil` for anything this server does not write.
  package init?(token: String) {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let revision = Int(parts[0]), let position = Int(parts[1]),
      revision >= 0, position > 0, token == "\(revision).\(position)"
    else { return nil }
    self.init(revision: revision, position: position)
  }
}
