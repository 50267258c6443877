package import FeedModel
package import FeedStore
import Foundation
import StrictJSON

/// Items and compositions to be restored to a former revision.
package struct Restoration: Sendable {
  /// An item, a composition, a cell or a theme, or a whole feed.
  package enum Subject: Hashable, Sendable, CustomStringConvertible {
    case item(kind: String, id: Int)
    case composition(String)
    case design(DesignKey)
    /// A composition, and the items that its sections showed.
    case feed(String)

    /// Reads `content/recent_news/3`, `feeds/home/composition`, `feeds/home` or `cells/pin`.
    package init?(_ text: String) {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      switch (parts[0], parts.count) {
      case ("content", 3):
        guard let id = Int(parts[2]), id > 0, "\(id)" == parts[2] else { return nil }
        self = .item(kind: parts[1], id: id)
      case ("feeds", 3) where parts[2] == "composition" && PlainName.isValid(parts[1]):
        self = .composition(parts[1])
      case ("feeds", 2) where PlainName.isValid(parts[1]): self = .feed(parts[1])
      default:
        guard let key = DesignKey(text) else { return nil }
        self = .design(key)
      }
    }

    /// The form of a subject, for usage and error messages.
    package static let form =
      "a subject such as content/recent_news/3, feeds/home/composition, feeds/home or cells/pin"

    package var description: String {
      switch self {
      case .item(let kind, let id): "content/\(kind)/\(id)"
      case .composition(let feed): "feeds/\(feed)/composition"
      case .design(let key): "\(key)"
      case .feed(let feed): "feeds/\(feed)"
      }
    }
  }

  /// The change of one item or composition.
  package struct Outcome: Sendable {
    package let subject: Subject
    package let change: Change
    /// The item with its window, or the composition, as JSON; `nil` for nothing.
    package let before: String?
    package let after: String?

    /// Is true if the outcome needs the role admin: a cell or a theme is written, or a feed is removed.
    package var isOfAdmins: Bool {
      switch subject {
      case .design: change != .unchanged
      case .composition(let feed): change == .deleted && feed != Composition.homeFeed
      case .item, .feed: false
      }
    }
  }

  /// The most subjects at once.
  package static let maximumCount = 500

  package let revision: Int
  package let subjects: [Subject]

  package init(revision: Int, subjects: [Subject]) {
    self.revision = revision
    self.subjects = subjects
  }
}

/// The subjects that cannot be restored, and why.
package struct RestorationFailures: Error, Sendable {
  /// A subject that cannot be restored.
  package struct Failure: Sendable {
    /// Its place in the list, from 0.
    package let index: Int
    package let subject: Restoration.Subject
    /// An ``EditingError``, or `DocumentProblems`.
    package let reason: any Error
  }

  package let failures: [Failure]

  /// The subjects with the reasons, a sentence each.
  package var sentences: [String] {
    failures.map { "\($0.subject): \($0.explanation)" }
  }
}

extension RestorationFailures.Failure {
  fileprivate var explanation: String {
    switch reason {
    case EditingError.itemUnreadable: "the former version is damaged"
    case let problems as DocumentProblems: problems.sentence
    default: "\(reason)"
    }
  }
}

extension Editor {
  /// Restores subjects to a former revision, all in one new revision. If a feed is gone then, or a cell or a theme is
  /// restored, its author has to be an admin.
  ///
  /// - Parameters:
  ///   - isDryRun: whether the outcomes are determined, but nothing is changed.
  ///   - check: whether a composition can be laid out.
  /// - Returns: the outcome for each item and composition, and the newest revision.
  /// - Throws: `AuthorityError`, ``RestorationFailures``, and ``StoreError``; then nothing has changed.
  package func restore(
    _ restoration: Restoration, isDryRun: Bool, by author: Author,
    checking check: @escaping CompositionCheck
  ) async throws -> (outcomes: [Restoration.Outcome], revision: Int) {
    let moment = clock()
    let checked = try await checkedCompositions(of: restoration, by: check)
    return try await attempt(isDryRun: isDryRun, by: author) { writer, author in
      var restorer = try Restorer(
        writer, to: restoration.revision, at: moment, by: author.actor, checking: checked.check)
      try restorer.restore(restoration.subjects)
      if restorer.outcomes.contains(where: \.isOfAdmins) { try author.require(.admin) }
      return (restorer.outcomes, try writer.latestRevision()?.number ?? 0)
    }
  }
}

/// Restores subjects in one transaction, or in a rehearsal.
struct Restorer {
  private let transaction: any ContentWriter
  private let past: any ContentReader
  private let revision: Int
  private let moment: Timestamp
  private let actor: AuditActor
  private let check: Editor.CompositionCheck
  private(set) var outcomes: [Restoration.Outcome] = [] {
    didSet { if let last = outcomes.last { done.insert(last.subject) } }
  }
  private var done: Set<Restoration.Subject> = []

  init(
    _ transaction: any ContentWriter, to revision: Int, at moment: Timestamp,
    by actor: AuditActor, checking check: @escaping Editor.CompositionCheck
  ) throws {
    self.transaction = transaction
    past = try transaction.content(at: revision)
    self.revision = revision
    self.moment = moment
    self.actor = actor
    self.check = check
  }

  /// Restores `subjects`. Those that fail are retried after the others, since they may refer to them.
  mutating func restore(_ subjects: [Restoration.Subject]) throws {
    var pending = Array(subjects.enumerated())
    while true {
      let count = outcomes.count
      var failures: [RestorationFailures.Failure] = []
      for (index, subject) in pending {
        func note(_ reason: any Error) {
          failures.append(.init(index: index, subject: subject, reason: reason))
        }
        do {
          try restore(subject)
        } catch let error as EditingError {
          note(error)
        } catch let problems as DocumentProblems {
          note(problems)
        }
      }
      if failures.isEmpty { return }
      guard outcomes.count > count else { throw RestorationFailures(failures: failures) }
      pending = failures.map { ($0.index, $0.subject) }
    }
  }

  private mutating func restore(_ subject: Restoration.Subject) throws {
    switch subject {
    case .item(let kind, let id): try restoreItem(kind, id)
    case .composition(let feed): try restoreComposition(of: feed)
    case .design(let key): try restore(key)
    case .feed(let feed): try restoreFeed(feed)
    }
  }

  // MARK: Designs

  private mutating func restore(_ key: DesignKey) throws {
    guard !done.contains(.design(key)) else { return }
    let (before, former) = (
      try transaction.catalogue().written[key], try past.catalogue().written[key]
    )
    var change = Change.unchanged
    if let former, let tree = JSONTree(json: former.text) {
      let proposal = try DesignProposal(reading: tree, as: key.type)
      change = try transaction.apply(proposal, if: Precondition(matching: []), by: actor).change
    } else if before != nil {
      change = try transaction.removeDesign(key, if: Precondition(matching: []), by: actor)
    } else {
      throw EditingError.noSuchDesign(key)
    }
    outcomes.append(
      Restoration.Outcome(
        subject: .design(key), change: change, before: before?.text, after: former?.text))
  }

  // MARK: Items

  /// - Returns: whether anything changed.
  @discardableResult
  private mutating func restoreItem(_ name: String, _ id: Int) throws -> Bool {
    guard !done.contains(.item(kind: name, id: id)) else { return false }
    guard let kind = try transaction.kinds()[name] else { throw EditingError.noSuchKind(name) }
    let former = try past.kinds()[name].map { try past.previousItem(of: $0, id: id) } ?? .nothing
    let present = try transaction.previousItem(of: kind, id: id)
    switch former {
    case .nothing:
      let change = try transaction.remove(kind, id: id, from: present, by: actor)
      return note(change, of: kind, id: id, from: present, to: nil)
    case .unreadable: throw EditingError.itemUnreadable
    case .item(let item):
      let names = try transaction.renamedFields(of: name, since: revision)
      return try save(
        StoredItem(
          try converted(item, to: kind, renaming: names, keeping: present), window: item.window),
        from: present)
    }
  }

  /// - Returns: whether anything changed.
  private mutating func save(_ item: StoredItem, from present: PreviousItem) throws -> Bool {
    let change = try transaction.save(
      item.content, window: item.window, from: present, by: actor)
    return note(change, of: item.content.kind, id: item.content.id, from: present, to: item)
  }

  /// The item with the fields that `kind` has by now. Those that had no translations yet keep the present ones.
  ///
  /// - Parameters:
  ///   - names: the present names of its fields that were renamed.
  ///   - present: the item as it is now.
  /// - Throws: `DocumentProblems` for values that it does not allow.
  private func converted(
    _ item: StoredItem, to kind: ContentKind, renaming names: [String: String],
    keeping present: PreviousItem
  ) throws(DocumentProblems) -> ContentItem {
    guard item.content.kind != kind else { return item.content }
    // A field whose name another one has taken over is not there any more.
    let taken = Set(item.content.kind.fields.compactMap { names[$0.name] })
    let text = JSONWriter.encode { writer in
      writer.object { object in
        object.member("id", item.content.id)
        for (field, value) in zip(item.content.kind.fields, item.content.values) {
          let name = names[field.name] ?? (taken.contains(field.name) ? nil : field.name)
          guard let name, let now = kind.field(name) else { continue }
          object.member(name, value)
          guard now.isLocalized else { continue }
          let translations =
            field.isLocalized
            ? item.content.translations(of: field.name) : present.translations(of: name)
          for translation in translations {
            object.member(TranslatedName.text(name, translation.locale), translation.value)
          }
        }
      }
    }
    return try ItemBody(try JSONTree(parsing: text), kind: kind, id: item.content.id).content
  }

  /// - Returns: whether anything changed.
  private mutating func note(
    _ change: Change, of kind: ContentKind, id: Int, from before: PreviousItem,
    to after: StoredItem?
  ) -> Bool {
    outcomes.append(
      Restoration.Outcome(
        subject: .item(kind: kind.name, id: id), change: change, before: AuditJSON.text(before),
        after: after.map(AuditJSON.text)))
    return change != .unchanged
  }

  // MARK: Feeds

  private mutating func restoreComposition(of feed: String) throws {
    guard !done.contains(.composition(feed)) else { return }
    let before = try transaction.compositionDocument(of: feed)
    let former = try past.compositionDocument(of: feed)
    guard before != nil || former != nil || feed == Composition.homeFeed else {
      throw EditingError.noSuchFeed(feed)
    }
    var change = Change.unchanged
    if let former {
      // The kinds and items of its sections may have been removed meanwhile.
      let kinds = try transaction.kinds()
      try check(
        try Composition(reading: Data(former.utf8), of: feed, kinds: kinds),
        transaction.catalogue())
      change = try transaction.compose(former, of: feed, by: actor)
    } else if let before {
      change = try transaction.removeComposition(before, of: feed, by: actor)
    }
    outcomes.append(
      Restoration.Outcome(
        subject: .composition(feed), change: change, before: before, after: former))
  }

  private mutating func restoreFeed(_ feed: String) throws {
    try restoreComposition(of: feed)
    guard let former = try past.composition(of: feed) else { return }
    // 1. The items that were shown, to whomever.
    let then = Visibility(
      at: try past.latestRevision()?.shownMoment(at: moment) ?? moment, meeting: .all)
    var shown: [String: Set<Int>] = [:]
    var failure: EditingError?
    for section in former.sections where then.shows(section.window) {
      let ids = try past.candidates(of: section, at: then.moment).items.map(\.content.id)
      shown[section.id] = Set(ids)
      for id in ids {
        // It may refer to one of the other items, which is restored later.
        do { try restoreItem(section.kind.name, id) } catch let error as EditingError {
          failure = failure ?? error
        }
      }
    }
    if let failure { throw failure }
    // 2. The items that were not shown, and would be now.
    guard let present = try transaction.composition(of: feed) else { return }
    // Others come in the place of hidden ones. The more were hidden, the further is looked, so that however many items are
    // new, there are few rounds.
    var (hiddenCount, hasChanged) = (0, true)
    while hasChanged {
      let before = hiddenCount
      for section in present.sections {
        guard let shown = shown[section.id] else { continue }
        hiddenCount += try hideOthers(than: shown, in: section, lookingFurtherBy: hiddenCount)
      }
      hasChanged = hiddenCount > before
    }
  }

  /// Hides the items of `section` that were not `shown`, up to where it ends for everybody.
  ///
  /// - Returns: how many.
  private mutating func hideOthers(
    than shown: Set<Int>, in section: Composition.Section, lookingFurtherBy further: Int
  ) throws -> Int {
    let items = try transaction.candidates(
      of: section, at: moment, withFollowers: further,
      upTo: 2 * (section.limit + further) + 1_000
    ).items
    var (hiddenCount, staying) = (0, 0)
    for item in items where staying < section.limit {
      let id = item.content.id
      if try !shown.contains(id) && hide(section.kind, id) {
        hiddenCount += 1
      } else if item.window.when == nil {
        staying += 1
      }
    }
    return hiddenCount
  }

  /// Restores an item that was not shown. One that did not exist then becomes a draft.
  ///
  /// - Returns: whether anything changed.
  private mutating func hide(_ kind: ContentKind, _ id: Int) throws -> Bool {
    guard !done.contains(.item(kind: kind.name, id: id)) else { return false }
    let former = try past.kinds()[kind.name].map { try past.previousItem(of: $0, id: id) }
    if let former, !former.isNothing { return try restoreItem(kind.name, id) }
    let present = try transaction.previousItem(of: kind, id: id)
    guard case .item(let item) = present else { return false }
    var window = item.window
    window.isDraft = true
    return try save(StoredItem(item.content, window: window), from: present)
  }
}

extension PreviousItem {
  /// The translations of the field called `name`.
  fileprivate func translations(of name: String) -> [Translation] {
    if case .item(let item) = self { item.content.translations(of: name) } else { [] }
  }
}
