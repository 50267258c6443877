import Crypto
import FeedModel
import FeedPhotos
import FeedStore
import StrictJSON

/// A digest of a document, the same at every width and on every server: half of a SHA-256.
struct ContentDigest: Hashable, Sendable {
  private let bytes: [UInt8]
  /// The layouts of a section with all their options; `nil` for a feed.
  private let looks: SectionLooks?

  private init(of looks: SectionLooks? = nil, _ write: (inout JSONWriter) -> Void) {
    self.looks = looks
    let digest = SHA256.hash(data: JSONWriter.encode { $0.object(write) })
    bytes = Array(digest.prefix(SHA256.byteCount / 2))
  }

  /// The digest of section `specification` with the published members of its `items`.
  ///
  /// - Parameter pageLocale: the locale of the pages behind it, if they may differ between locales.
  static func ofSection(
    _ specification: Composition.Section, _ items: [ContentItem],
    of shown: Feed.ShownItems, looks: SectionLooks,
    failures: [Feed.Failure], pagesIn pageLocale: LocaleTag? = nil
  ) -> ContentDigest {
    // Sections without pages say nothing of what they do not show.
    let hasMore = looks.hasPages && shown.follower != nil
    return ContentDigest(of: looks) { object in
      object.key("section")
      specification.published(withNext: hasMore, from: shown.source).write(to: &object)
      object.object("roles") { specification.kind.roles.write(to: &$0) }
      object.member("cell", optional: specification.kind.cell) { $0.value($1) }
      object.array("items", items) { writer, item in
        writer.object { object in
          object.members(of: item)
          object.derivedMembers(of: item, photo: shown.photos?.photo(of: item))
        }
      }
      if let when = specification.window.when {
        object.member("variant_of", optional: when.share?.salt) { $0.value($1) }
        // It is not in the digest of the feed, which everybody gets.
        object.member("expires_at", optional: shown.boundaries.next?.rfc3339) { $0.value($1) }
      }
      object.member("has_more", hasMore)
      if hasMore, let pageLocale { object.member("page_locale", pageLocale.text) }
      object.array("failures", failures) { $0.value($1.reason) }
    }
  }

  /// The digest of how `section` chooses its items, from `source` as far as clients know it.
  static func ofSelection(
    _ section: Composition.Section, from source: Composition.Source
  ) -> ContentDigest {
    ContentDigest { object in
      object.key("selection")
      Composition.Section(
        id: section.id, kind: section.kind, title: "", limit: section.limit,
        layout: Composition.LayoutChoice(type: ""), source: source
      ).write(to: &object)
    }
  }

  /// The digest of `targeted` for readers who look values up in `tags`.
  ///
  /// - Parameter next: when something with the condition begins or ceases to be shown.
  static func ofTargeted(
    _ targeted: TargetedItems, hasPages: Bool, photos: ShownPhotos?, in tags: [LocaleTag],
    until next: Timestamp?
  ) -> ContentDigest {
    ContentDigest { object in
      object.array("items", targeted.items) { writer, found in
        let item = found.item.localized(by: tags)
        writer.object { object in
          object.member("place", found.place)
          object.members(of: item)
          object.derivedMembers(of: item, photo: photos?.photo(of: item))
        }
      }
      object.member("has_more", hasPages && targeted.hasMore)
      object.member("expires_at", optional: next?.rfc3339) { $0.value($1) }
      object.member("failure", optional: targeted.failure) { $0.value($1) }
    }
  }

  /// A section, and the one for everybody that is next above it.
  typealias Place = (section: Section, above: String?)

  /// The digest of which sections are shown to some clients, and in what `places`, until `next`.
  static func ofOrder(
    _ places: [Place], spacing: Double?, until next: Timestamp?
  ) -> ContentDigest {
    ContentDigest { object in
      if let spacing { object.member("spacing", spacing) }
      object.member("expires_at", optional: next?.rfc3339) { $0.value($1) }
      object.array("sections", places) { writer, place in
        writer.object { object in
          object.member("id", place.section.id)
          if let when = place.section.when { object.member("when", when.canonicalText) }
          if let above = place.above { object.member("below", above) }
        }
      }
    }
  }

  /// A short text that differs for other `conditions`.
  static func mark(of conditions: Set<Targeting>) -> String {
    VariantSigner.fingerprint(of: conditions).hexadecimalText
  }

  /// The digest of a feed of `sections` in `locale`, `nil` for the default one.
  static func ofFeed(
    _ composition: Composition, _ sections: [Section], in locale: LocaleTag? = nil,
    until expiresAt: Timestamp?
  ) -> ContentDigest {
    ContentDigest { object in
      if let locale { object.member("locale", locale.text) }
      object.member("spacing", composition.spacing)
      if let theme = composition.theme { object.member("theme", theme) }
      if let expiresAt { object.member("expires_at", expiresAt.rfc3339) }
      object.array("sections", sections) { writer, section in
        writer.object { object in
          object.member("id", section.id)
          object.member("revision", section.lastChange.number)
        }
      }
    }
  }
}

extension JSONWriter {
  /// The published members of `item` that follow from its fields and its kind.
  fileprivate mutating func derivedMembers(of item: ContentItem, photo: Photo?) {
    object("derived") { object in
      object.member("headline", item.headline)
      object.member("date", optional: item.publicationDate?.rfc3339) { $0.value($1) }
      object.member("rating", optional: item.starRating) { $0.value($1) }
      object.member("url", optional: item.pictureURL) { $0.value($1) }
      if let size = item.pictureSize(of: photo) {
        object.member("width", size.width)
        object.member("height", size.height)
      }
      guard let photo else { return }
      object.member("photo", photo.id.description)
      object.member("alt", optional: photo.description.alt) { $0.value($1) }
      object.member("focus", optional: photo.description.focus) { $1.write(to: &$0) }
    }
  }
}

extension Composition.Section {
  /// The section with what is published of its specification: its limit and its source are only in
  /// the address of its next page.
  ///
  /// - Parameter source: what readers may know of its source; `nil` for all of it.
  fileprivate func published(
    withNext hasNext: Bool, from source: Composition.Source?
  ) -> Composition.Section {
    Composition.Section(
      id: id, kind: kind, title: title, limit: hasNext ? limit : 1, header: header,
      layout: Composition.LayoutChoice(type: ""),
      source: hasNext ? source ?? self.source : .query(.all),
      action: action, category: category, minSchemaVersion: minSchemaVersion)
  }
}
