import FeedLayout
public import Foundation

/// A page of a section: its items, with their frames in the whole section.
public struct SectionPage: Hashable, Sendable {
  /// The page as the server sent it.
  public let raw: JSONValue
  /// The name of the feed.
  public let feed: String
  /// The revision that changed the page last.
  public let revision: Int
  /// The section with the items of the page.
  public let section: FeedSection
  /// The address of the next page; `nil` at the end.
  public let next: String?

  /// The page that `data` has as its JSON text.
  ///
  /// - Throws: ``FeedDocumentError`` for what is not JSON, or has no section.
  public init(data: Data) throws(FeedDocumentError) {
    try self.init(FeedDocument.json(data))
  }

  /// The page that `json` is.
  ///
  /// - Throws: ``FeedDocumentError/missing(name:)`` without a section.
  public init(_ json: JSONValue) throws(FeedDocumentError) {
    let width = json["section"]?["layout"]?["viewport"]?["width"]?.double ?? 0
    guard let section = json["section"].flatMap({ FeedSection($0, viewportWidth: width) }) else {
      throw .missing(name: "section")
    }
    raw = json
    feed = json["feed"]?.string ?? ""
    revision = json["revision"]?.int ?? 0
    self.section = section
    next = json["next"]?.string
  }
}

extension FeedSection {
  /// Returns this section with the items of `page` after its own, and as much higher as they need.
  public func appending(_ page: SectionPage) -> FeedSection {
    var section = self
    // 1. An item that has moved onto the page since is there, and not here.
    let ids = Set(page.section.items.compactMap { $0?.id })
    let kept = items.indices.filter { index in
      items[index].map { !ids.contains($0.id) } ?? false
    }
    let frames = layout.frames
    section.items = kept.map { items[$0] } + page.section.items
    section.layout = page.section.layout
    section.layout.frames =
      kept.map { frames.indices.contains($0) ? frames[$0] : nil } + page.section.layout.frames
    // 2. Pages behind the limit of the screen make the section higher.
    section.frame.height += page.section.layout.contentSize.height - layout.contentSize.height
    section.next = page.next
    return section
  }
}

extension FeedDocument {
  /// Returns this document with a page of one of its sections, and what is below it as much lower as the section has
  /// grown; `nil` if it has no such section.
  public func appending(_ page: SectionPage) -> FeedDocument? {
    guard let place = sections.firstIndex(where: { $0.id == page.section.id }) else { return nil }
    var document = self
    let section = sections[place].appending(page)
    let growth = section.frame.height - sections[place].frame.height
    document.sections[place] = section
    for index in document.sections.indices where index > place {
      document.sections[index].frame.y += growth
    }
    document.contentSize.height += growth
    return document
  }
}
