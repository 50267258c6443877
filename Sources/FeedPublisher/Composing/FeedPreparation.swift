import FeedLayout
import FeedModel
import FeedStore
import Foundation
import Synchronization

/// The context in which the feeds of one revision are prepared.
struct FeedPreparation {
  /// The number of the revision; 0 before the first write.
  var revision = 0
  /// The id of the revision; `nil` before the first write.
  var id: UUID?
  var visibility = Visibility(at: Timestamp(millisecondsSince1970: 0))
  let publishing: ItemPublishing
  /// Where documents are kept; by default for a preview, whose documents are asked for once.
  var cache = DocumentCache()
  var viewports: [Viewport] = []
  var bound: ReadingBound?
  /// Whether the sections are those of a variant, which only some clients get.
  var isOfVariant = false
  /// Whether the content is a preview, which was never public and has no pages.
  var isPreview = false
  /// Whether the revision shows another moment than its own, and the next time another one.
  var isProvisional = false
  /// The cells and themes in force.
  private(set) var catalogue = CellCatalogue.standard
  /// The theme of the feed that is prepared.
  private(set) var theme = CellCatalogue.standard.theme()
  /// The locales, other than the default one, in which its readers have seen texts.
  var locales = KnownLocales()
  /// The revision that changed a document last, as far as that is noted.
  var noted: (DocumentKey) -> Revision? = { _ in nil }
  /// The last change of a document in the revision before; for a preview, in the one that it begins
  /// with.
  var formerChange: (DocumentKey) -> LastChange? = { _ in nil }

  /// The same for `revision` with the cells and themes of `reader`, which is shown with `visibility`.
  func of(
    _ revision: Revision?, in reader: any ContentReader, showing visibility: Visibility
  ) throws -> FeedPreparation {
    var preparation = self
    preparation.catalogue = try reader.catalogue()
    preparation.revision = revision?.number ?? 0
    preparation.id = revision?.id
    preparation.visibility = visibility
    preparation.bound = bound?.restarted()
    return preparation
  }

  /// The same for the feed of `composition`, with its theme.
  func of(_ composition: Composition) -> FeedPreparation {
    var preparation = self
    preparation.theme = catalogue.theme(composition.theme)
    return preparation
  }

  /// How `section` of the feed is drawn.
  func looks(of section: Composition.Section) -> SectionLooks {
    SectionLooks.of(section, in: catalogue, theme: theme).looks
  }

  /// The last change of a document with this digest: this revision, unless it is as it was.
  func lastChange(of document: DocumentKey, showing digest: ContentDigest) -> LastChange {
    if let noted = noted(document), noted.number < revision {
      return LastChange(
        number: noted.number, id: noted.id, moment: noted.committedAt, digest: digest)
    }
    if let former = formerChange(document), former.digest == digest, former.number < revision {
      return former
    }
    // What is there before the first revision is as old on every server.
    let moment =
      revision == 0 && !isPreview ? Timestamp(millisecondsSince1970: 0) : visibility.moment
    return LastChange(number: revision, id: id, moment: moment, digest: digest)
  }
}

extension FeedPreparation {
  /// The locale of the pages behind the items `shown` of a section of `kind`, if they differ in it.
  func pageLocale(
    behind shown: Feed.ShownItems, of kind: ContentKind, in locale: LocaleTag
  ) -> LocaleTag? {
    shown.follower != nil && locales.includes(locale, of: kind.name) ? locale : nil
  }

  /// The locales in which `sections` may differ from the default one, the more general ones first.
  func locales(of sections: [Section]) -> [LocaleTag] {
    var all: Set<LocaleTag> = []
    for section in sections {
      all.formUnion(section.written.locales)
      for item in section.content { all.formUnion(item.translations.map(\.locale)) }
      if section.follower != nil { all.formUnion(locales.all(of: section.written.kind.name)) }
    }
    all.remove(publishing.locales.default)
    return all.sortedFromGeneral
  }
}

/// The revision that changed a document last, with what the document has shown since.
package struct LastChange: Hashable, Sendable {
  /// The number of the revision; 0 before the first write.
  package let number: Int
  /// The id of the revision; `nil` before the first write.
  let id: UUID?
  let moment: Timestamp
  /// A hash that identifies the content of the document.
  let digest: ContentDigest
}

/// The bound on what is read for a screen that only one request gets.
package final class ReadingBound: Sendable {
  private let maximumItemCount: Int
  private let reserve: @Sendable (_ byteCount: Int) throws -> Void
  private let read = Mutex((itemCount: 0, byteCount: 0))

  /// - Parameters:
  ///   - itemCount: the most items that the screen shows.
  ///   - reserve: makes room for so many bytes of items altogether, before more are read.
  package init(itemCount: Int, reserve: @escaping @Sendable (_ byteCount: Int) throws -> Void) {
    maximumItemCount = itemCount
    self.reserve = reserve
  }

  /// The same bound, of which nothing is read yet.
  func restarted() -> ReadingBound { ReadingBound(itemCount: maximumItemCount, reserve: reserve) }

  /// Counts the items of one more section; throws ``ScreenTooLarge``, or an error of `reserve`.
  func add(_ shown: Feed.ShownItems) throws {
    let read = read.withLock { read in
      read = (read.itemCount + shown.items.count, read.byteCount + shown.byteCount)
      return read
    }
    guard read.itemCount <= maximumItemCount else {
      throw ScreenTooLarge(limit: maximumItemCount)
    }
    try reserve(read.byteCount)
  }
}

/// A screen that only one request gets has more items than it may have.
package struct ScreenTooLarge: Error, Hashable, Sendable {
  /// The most items it may have.
  package let limit: Int
}
