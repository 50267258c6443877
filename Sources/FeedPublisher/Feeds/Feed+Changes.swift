import FeedModel
package import FeedStore

// MARK: - What is the same

extension Feed {
  /// Whether it is the value `other` itself, and was not prepared again.
  package func isIdentical(to other: Feed) -> Bool { identity == other.identity }

  /// Whether the documents of it that are in service are those of `other`.
  func isServed(as other: Feed) -> Bool { space == other.space }

  /// Whether every document of this edition is the same as those of `other`.
  func isAlike(_ other: Feed) -> Bool {
    lastChange == other.lastChange
      && sections.map(\.lastChange) == other.sections.map(\.lastChange)
  }

  /// Whether every document is the same as in `other`, in all editions and variants, until the same
  /// moment.
  func isSame(as other: Feed) -> Bool {
    if isIdentical(to: other) { return true }
    return isAlike(other) && isTargeted(like: other) && editions.count == other.editions.count
      && editions.allSatisfy { locale, edition in
        other.editions[locale].map { edition.isSame(as: $0) } ?? false
      }
  }

  private func isTargeted(like other: Feed) -> Bool {
    guard allSections.map(\.targeting) == other.allSections.map(\.targeting) else { return false }
    guard isTargeted || other.isTargeted else { return true }
    return orders == other.orders && conditions == other.conditions
      && boundariesForAnybody == other.boundariesForAnybody
      && isProvisional == other.isProvisional && (!isProvisional || moment == other.moment)
      && allSections.map(\.lastChange) == other.allSections.map(\.lastChange)
      && allEditions.mapValues { $0.map(\.lastChange) }
        == other.allEditions.mapValues { $0.map(\.lastChange) }
  }
}

// MARK: - Documents for everybody

extension Feed {
  /// The documents that the revision `number` changed last.
  func documents(changedBy number: Int) -> [DocumentKey] {
    withEditions.flatMap { edition in
      edition.documents(of: edition.key).filter {
        edition.ownLastChange(of: $0)?.number == number
      }
    }
  }

  /// The feed and its sections, as those of the edition with this key.
  func documents(of edition: String) -> [DocumentKey] {
    [DocumentKey(feed: edition)] + sections.map { DocumentKey(feed: edition, section: $0.id) }
  }

  /// The last change of a document of the feed in any edition; `nil` if there is no such document.
  func lastChange(of document: DocumentKey) -> LastChange? {
    if document.isTargeted { return targetedChange(of: document) }
    let edition = document.locale.map { editions[$0] } ?? self
    guard let edition, edition.key == document.feed else { return nil }
    let change = edition.ownLastChange(of: document)
    // The change of the more general edition is not noted for this one.
    let general = edition.locale.map {
      self.edition(for: $0.parents(before: defaultReader.tag))
    }
    return change == general?.ownLastChange(of: document) ? nil : change
  }

  /// The last change of a document of this edition. The edition in its key is ignored.
  func ownLastChange(of document: DocumentKey) -> LastChange? {
    document.section.map { section($0)?.lastChange } ?? lastChange
  }
}

// MARK: - Documents for some clients

extension Feed {
  /// The last change of a document for some clients; `nil` if there is no such document.
  func targetedChange(of document: DocumentKey) -> LastChange? {
    guard let id = document.section, let change = targetedChanges[document],
      let locale = document.locale
    else { return targetedChanges[document] }
    // The change of the more general edition is not noted for this one.
    let general = allSections(for: locale.parents(before: defaultReader.tag))
    return general.first { $0.id == id }?.lastChange == change ? nil : change
  }

  /// The last changes of the documents for some clients, by the keys by which they are noted.
  func targetedLastChanges() -> [DocumentKey: LastChange] {
    var changes: [DocumentKey: LastChange] = [:]
    for (conditions, change) in orders { changes[.order(of: name, for: conditions)] = change }
    for section in allSections {
      guard let targeting = section.targeting else { continue }
      changes[.selection(of: section.id, in: name)] = targeting.selection
      for (condition, own) in targeting.changes {
        for (locale, change) in own {
          changes[.items(with: condition, of: section.id, in: name, locale)] = change
        }
      }
    }
    func add(_ sections: [Section], in locale: LocaleTag?) {
      let edition = DocumentKey.edition(of: DocumentKey.targeted(name), in: locale)
      for section in sections where section.when != nil {
        changes[DocumentKey(feed: edition, section: section.id)] = section.lastChange
      }
    }
    add(allSections, in: nil)
    for (locale, sections) in allEditions { add(sections, in: locale) }
    return changes
  }

  /// The documents for some clients that differ from those of `former`; `nil` is no such feed.
  static func targetedDocuments(of feed: Feed?, changedSince former: Feed?) -> Set<DocumentKey> {
    let (before, after) = (former?.targetedChanges ?? [:], feed?.targetedChanges ?? [:])
    var changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    guard let feed else { return changed }
    for section in feed.targetedSections {
      let known = former?.targetedSections.first { $0.id == section.id }
      guard section.targeting != known?.targeting else { continue }
      changed.insert(DocumentKey(feed: DocumentKey.targeted(feed.name), section: section.id))
    }
    return changed
  }
}

// MARK: - What a revision changes

extension DocumentChanges {
  /// The documents that `revision` has changed, from the feeds before it; `nil` if there are none.
  package init?(_ revision: Revision, from before: [String: Feed], to after: [String: Feed]) {
    let names = Set(before.keys).union(after.keys).filter { name in
      guard let old = before[name], let new = after[name] else { return true }
      return !old.isServed(as: new)
    }
    let targeted = names.flatMap {
      Feed.targetedDocuments(of: after[$0], changedSince: before[$0])
    }
    let (before, after) = (
      before.filter { names.contains($0.key) }.allEditions,
      after.filter { names.contains($0.key) }.allEditions
    )
    let changed = Set(before.keys).union(after.keys).flatMap { name -> [DocumentKey] in
      guard let old = before.edition(name), let new = after.edition(name) else {
        // All of a feed that is new, or gone.
        return (before[name] ?? after[name])?.documents(of: name) ?? []
      }
      guard !old.isServed(as: new), !new.isAlike(old) else { return [] }
      let (places, newPlaces) = (old.placedSections, new.placedSections)
      return Set(old.documents(of: name) + new.documents(of: name)).filter { document in
        guard let id = document.section else { return old.lastChange != new.lastChange }
        let (place, newPlace) = (places[id], newPlaces[id])
        return place?.change != newPlace?.change || place?.tops != newPlace?.tops
      }
    }
    let all = Set(changed + targeted)
    guard !all.isEmpty else { return nil }
    let shown = all.filter { document in
      let change =
        document.isTargeted
        ? after[document.composedFeed]?.lastChange(of: document)
        : after.edition(document.feed)?.ownLastChange(of: document)
      return change?.number == revision.number
    }
    self.init(revision: revision, shown: shown, moved: all.subtracting(shown))
  }
}

extension Feed {
  /// The last changes of sections by their ids, and their top edges on the screens that were
  /// checked, in points.
  fileprivate var placedSections: [String: (change: LastChange, tops: [Double])] {
    let heights = sections.map(\.heights)
    let screens = (0..<(heights.map(\.count).min() ?? 0)).map { screen in
      heights.map { $0[screen] }.stacked(spacing: composition.spacing).tops
    }
    return sections.indices.reduce(into: [:]) { placed, place in
      placed[sections[place].id] = (sections[place].lastChange, screens.map { $0[place] })
    }
  }
}

extension [String: Feed] {
  fileprivate var allEditions: [String: Feed] {
    values.flatMap(\.withEditions).reduce(into: [:]) { $0[$1.key] = $1 }
  }

  /// The edition with this key, or the more general one that its readers get instead.
  fileprivate func edition(_ key: String) -> Feed? {
    if let known = self[key] { return known }
    guard let parts = TranslatedName.parts(of: key), let feed = self[String(parts.field)] else {
      return nil
    }
    let parents = LocaleTag(parts.locale)?.parents(before: feed.defaultReader.tag) ?? []
    return parents.lazy.compactMap { self[DocumentKey.edition(of: feed.name, in: $0)] }.first
      ?? feed
  }
}
