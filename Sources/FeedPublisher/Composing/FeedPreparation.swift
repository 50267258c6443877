import FeedLayout
import FeedModel
import FeedStore
import Foundation

/// Where documents of feeds in service are kept, and the screens that their layouts are checked for.
struct InService: Sendable {
  /// By default one for a preview, whose documents are asked for once.
  var cache = DocumentCache()
  /// By default none.
  var viewports: [Viewport] = []
}

/// The context in which the feeds of one revision are prepared.
struct FeedPreparation {
  /// The number of the revision; 0 before the first write.
  let revision: Int
  /// The id of the revision; `nil` before the first write.
  let id: UUID?
  let visibility: Visibility
  let publishing: ItemPublishing
  /// Where what is made of the feeds is kept.
  var service = InService()
  /// Whether the sections are those of a variant, which only some clients get.
  var isOfVariant = false
  /// Whether the content is a preview, which was never public and has no pages.
  var isPreview = false
  /// Whether the revision shows another moment than its own, and the next time another one.
  var isProvisional = false
  /// The locales, other than the default one, in which those who get it have seen texts.
  var locales = KnownLocales()
  /// The revisions that changed some documents last.
  var noted: [DocumentKey: Revision] = [:]
  /// Counts what is read; `nil` without a bound.
  var reading: ReadingCount?
  /// The revisions that changed all others last, as they are noted in the store; `nil` if they are not noted.
  var notes: NotedChanges?
  /// The last change of a document in the revision before, which this one may have changed; for a preview, in the
  /// revision that it begins with.
  var formerChange: (DocumentKey) -> LastChange? = { _ in nil }

  /// The last change of a document that now has this digest: this revision, unless the document is as it was.
  func lastChange(of document: DocumentKey, showing digest: ContentDigest) -> LastChange {
    let noted = noted[document] ?? notes?.revision(of: document)
    if let noted, noted.number < revision {
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
  /// Whether items behind those that a section of `kind` shows may have translations in `locale`.
  func hasPages(
    behind shown: Feed.ShownItems, of kind: ContentKind, in locale: LocaleTag
  ) -> Bool {
    shown.follower != nil && locales.includes(locale, of: kind.name)
  }

  /// The locale of the pages behind `section` in `locale`, if they may differ from those of other locales.
  func pageLocale(behind section: Section, in locale: LocaleTag) -> LocaleTag? {
    hasPages(behind: section.shown, of: section.written.kind, in: locale) ? locale : nil
  }

  /// The locales in which `sections` may differ from those of the default locale, the more general ones first. What is in
  /// no section makes none.
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

  /// The revision of a reader, which is shown with `visibility`.
  init(_ revision: Revision?, visibility: Visibility, publishing: ItemPublishing) {
    self.init(
      revision: revision?.number ?? 0, id: revision?.id, visibility: visibility,
      publishing: publishing)
  }
}
