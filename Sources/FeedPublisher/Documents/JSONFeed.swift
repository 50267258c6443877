import FeedModel
import Foundation
import StrictJSON

/// A feed for feed readers (jsonfeed.org, version 1.1). It is the same at every width.
struct JSONFeed {
  private let content: Feed
  private let locale: DocumentLocale
  private let version: Int

  /// The items of `content` from top to bottom, each of them once.
  ///
  /// - Parameter version: the newest version of documents that the client draws: sections that need more may be left out.
  init(_ content: Feed, in locale: DocumentLocale, version: Int) {
    self.content = content
    self.version = version
    self.locale = locale
  }

  func write(to writer: inout JSONWriter) {
    var seen: Set<String> = []
    let sections = content.sections.filter { $0.looks.look(for: version) != nil }
    writer.object { object in
      object.member("version", "https://jsonfeed.org/version/1.1")
      object.member("title", content.name)
      object.member("language", locale.tag.text)
      // For those who look at the feed itself: readers of feeds ignore it.
      if !locale.notes.isEmpty {
        object.member("user_comment", locale.notes.map(\.detail).joined(separator: "\n"))
      }
      // The items of one section after the other: all of them may be many.
      let entries = sections.lazy.flatMap { section in
        section.items(with: locale.labels).map {
          (id: "\(section.specification.kind.name):\($0.content.id)", item: $0)
        }
      }
      object.array("items", entries.filter { seen.insert($0.id).inserted }) { writer, entry in
        writer.object { Self.write(entry.item, id: entry.id, to: &$0) }
      }
    }
  }

  private static func write(_ item: FeedItem, id: String, to object: inout JSONWriter) {
    let content = item.content
    object.member("id", id)
    let picture = content.pictureURL ?? item.picture?.wholePicture
    if let url = item.action?.webURL ?? picture { object.member("url", url) }
    object.member("title", content.headline)
    object.member(
      "content_text", content.summary.flatMap { $0.isEmpty ? nil : $0 } ?? content.headline)
    if let picture { object.member("image", picture) }
    if let date = content.publicationDate { object.member("date_published", date.rfc3339) }
  }
}
