import FeedModel

/// What a response depends on, for caches that purge by key (`xkey`).
package struct SurrogateKeys: Hashable, Sendable {
  /// The most bytes of the header, as proxies limit the size of a field.
  package static let maximumByteCount = 8 << 10

  /// The keys, separated by spaces: the feed, its sections and, if all of them fit, its items.
  package let text: String

  /// The keys of all of `content`.
  init(of content: PreparedFeed) {
    self.init(feed: content.feed, sections: content.sections)
  }

  /// The keys of section `id` of `content`.
  package init(ofSection id: String, in content: PreparedFeed) {
    self.init(
      feed: content.feed, sections: content.sections.filter { $0.specification.id == id })
  }

  private init(feed: String, sections: [PreparedFeed.Section]) {
    let fixed = ["feed:\(feed)"] + sections.map { "section:\($0.specification.id)" }
    var seen: Set<String> = []
    let items = sections.flatMap { section in
      section.items.map { "\(section.specification.kind.name):\($0.content.id)" }
    }.filter { seen.insert($0).inserted }
    let whole = (fixed + items).joined(separator: " ")
    text = whole.utf8.count <= Self.maximumByteCount ? whole : fixed.joined(separator: " ")
  }
}
