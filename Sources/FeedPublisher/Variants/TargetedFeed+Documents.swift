import FeedModel
import FeedStore

/// The documents of what a feed shows to some clients, in the keys by which their changes are noted.
extension TargetedFeed {
  /// The last change of a document; `nil` if there is no such document.
  func lastChange(of document: DocumentKey) -> LastChange? {
    guard let id = document.section, let change = lastChanges[document],
      let locale = document.locale
    else { return lastChanges[document] }
    let parents = locale.parents(before: self.locale)
    // The change of the more general edition is not noted for this one.
    let general = parents.lazy.compactMap { editions[$0] }.first ?? sections
    return general.first { $0.id == id }?.lastChange == change ? nil : change
  }

  /// The last changes of the documents of `feed`.
  static func lastChanges(
    _ sections: [Section], _ editions: [LocaleTag: [Section]],
    _ orders: [Set<Targeting>: LastChange], in feed: String
  ) -> [DocumentKey: LastChange] {
    let targeted = DocumentKey.targeted(feed)
    var changes: [DocumentKey: LastChange] = [:]
    for (conditions, change) in orders {
      changes[.order(of: feed, for: conditions)] = change
    }
    for section in sections {
      guard let targeting = section.targeting else { continue }
      changes[.selection(of: section.id, in: feed)] = targeting.selection
      for (condition, own) in targeting.changes {
        for (locale, change) in own {
          changes[.items(with: condition, of: section.id, in: feed, locale)] = change
        }
      }
    }
    func add(_ sections: [Section], in locale: LocaleTag?) {
      for section in sections where section.written.window.when != nil {
        let edition = DocumentKey.edition(of: targeted, in: locale)
        changes[DocumentKey(feed: edition, section: section.id)] = section.lastChange
      }
    }
    add(sections, in: nil)
    for (locale, sections) in editions { add(sections, in: locale) }
    return changes
  }

  /// The documents that differ from those of `former`.
  func documents(changedSince former: TargetedFeed?, in feed: String) -> Set<DocumentKey> {
    let (before, after) = (former?.lastChanges ?? [:], lastChanges)
    var changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    for section in sections where section.targeting != former?.section(section.id)?.targeting {
      changed.insert(DocumentKey(feed: DocumentKey.targeted(feed), section: section.id))
    }
    return changed
  }
}
