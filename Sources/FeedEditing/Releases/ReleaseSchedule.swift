package import FeedModel
package import FeedStore
import StrictJSON

/// Publishes releases at their scheduled times.
package struct ReleaseSchedule: Sendable {
  /// An outcome of publishing a release.
  package enum Event: Sendable {
    case published(Release)
    /// It is not retried before an editor schedules it again.
    case failed(Release, reason: String)
    /// A server whose clock was ahead had published it too early, or marked it as failed. Its changes are
    /// undone, except those of the subjects `kept`, which others have changed since or refer to.
    case takenBack(Release, kept: [String])
  }

  private let editor: Editor
  private let check: Editor.CompositionCheck

  /// - Parameter check: whether a composition can be laid out.
  package init(editor: Editor, checking check: @escaping Editor.CompositionCheck) {
    self.editor = editor
    self.check = check
  }

  /// Publishes all releases that are due, each in a revision of its own.
  ///
  /// - Returns: the outcomes, and the time at which the next release is due; `nil` if none is scheduled.
  /// - Throws: ``StoreError``.
  package func run() async throws -> (events: [Event], next: Timestamp?) {
    var events = try await takeBackEarlyReleases()
    while true {
      let next = try await editor.store.read { try $0.nextScheduledRelease() }
      guard let next, let moment = next.publishAt else { return (events, nil) }
      guard moment.millisecondsSince1970 <= editor.clock().millisecondsSince1970 else {
        return (events, moment)
      }
      if let event = try await publish(next.id) { events.append(event) }
    }
  }

  /// - Returns: `nil` if the release is no longer due: another server has published it, or an editor has
  ///   changed it.
  private func publish(_ id: Int) async throws -> Event? {
    let now = editor.clock()
    do {
      let checked = try await editor.checkedCompositions(ofRelease: id, by: check)
      return try await editor.write(by: .program) { transaction in
        guard let release = try transaction.dueRelease(id, at: now) else { return nil }
        _ = try transaction.publishRelease(
          id, isForced: false, at: now, by: release.actor, checking: checked.check)
        return .published(try transaction.existingRelease(id))
      }
    } catch let error as EditingError {
      return try await note(error.sentences.joined(separator: "; "), of: id, at: now)
    } catch let error as StoreError where !error.isOfRelease {
      throw error
    } catch {
      return try await note("\(error)", of: id, at: now)
    }
  }

  private func note(_ reason: String, of id: Int, at now: Timestamp) async throws -> Event? {
    try await editor.write(by: .program) { transaction in
      guard var release = try transaction.dueRelease(id, at: now) else { return nil }
      release.state = .failed(reason: reason, at: now)
      try transaction.update(release)
      return .failed(release, reason: reason)
    }
  }

  // MARK: Clocks that were ahead

  /// Undoes the changes of releases that were published before their time, and prepares them again.
  private func takeBackEarlyReleases() async throws -> [Event] {
    let (check, clock) = (check, editor.clock)
    let moment = Self.tolerated(clock())
    let early = try await editor.store.read { try $0.releasesHandledEarly(at: moment) }
    var events: [Event] = []
    for id in early.map(\.id) {
      // Each in its own transaction, which reads it again, and then the clock: another server may have handled it
      // meanwhile, also when it was due, if this one had to wait.
      let event = try await editor.write(by: .program) { transaction -> Event? in
        let now = clock()
        let releases = try transaction.releasesHandledEarly(at: Self.tolerated(now))
        return try releases.first { $0.id == id }.map {
          try transaction.takeBack($0, at: now, checking: check)
        }
      }
      if let event { events.append(event) }
    }
    return events
  }

  /// The moment up to which nothing is early at `now`: clocks differ a little.
  private static func tolerated(_ now: Timestamp) -> Timestamp {
    Timestamp(millisecondsSince1970: now.millisecondsSince1970 + Revision.clockTolerance)
  }
}

extension StoreError {
  /// Whether the content of a release is at fault, and not the whole store.
  fileprivate var isOfRelease: Bool {
    switch self {
    case .invalidItem, .kindChanged, .tooManyLocales, .noSuchRevision, .revisionPruned: true
    default: false
    }
  }
}

extension ContentTransaction {
  /// The release `id` if it is to be published at `moment`, or was before.
  fileprivate func dueRelease(_ id: Int, at moment: Timestamp) throws -> Release? {
    guard let release = try release(id), case .prepared = release.state,
      let publishAt = release.publishAt,
      publishAt.millisecondsSince1970 <= moment.millisecondsSince1970
    else { return nil }
    return release
  }

  /// Undoes the changes of a release, except those of subjects that others have changed since.
  fileprivate func takeBack(
    _ early: Release, at moment: Timestamp, checking check: @escaping Editor.CompositionCheck
  ) throws -> ReleaseSchedule.Event {
    var release = early
    release.state = .prepared
    try update(release)
    try audit(.release(release.id, from: early, to: release, by: release.actor))
    guard case .published(let revision, let at) = early.state else {
      return .takenBack(release, kept: [])
    }
    // 1. The subjects that it changed, and nobody since. A release without a change has no revision of
    //    its own: the revision it names is older than its publication.
    let committedAt = try self.revision(revision)?.committedAt.millisecondsSince1970 ?? 0
    guard committedAt >= at.millisecondsSince1970 else { return .takenBack(release, kept: []) }
    let all = early.bases.keys.sorted().compactMap(Restoration.Subject.init)
    guard try firstKeptRevision() < revision else {
      return .takenBack(release, kept: all.map(\.description))
    }
    let then = try content(at: revision)
    var subjects = try all.filter { try $0.text(in: self)?.exact == $0.text(in: then)?.exact }
    // 2. Without the subjects that cannot be restored.
    while true {
      var restorer = try Restorer(
        self, to: revision - 1, at: moment, by: release.actor, checking: check)
      do {
        try restorer.restore(subjects)
        break
      } catch let failures as RestorationFailures {
        let failed = Set(failures.failures.map(\.subject))
        subjects.removeAll { failed.contains($0) }
      }
    }
    return .takenBack(release, kept: Set(all).subtracting(subjects).map(\.description).sorted())
  }
}

extension Restoration.Subject {
  /// The item with its window, or the composition, as JSON; `nil` for nothing.
  fileprivate func text(in reader: any ContentReader) throws -> String? {
    switch self {
    case .item(let kind, let id):
      try reader.kinds()[kind].flatMap { AuditJSON.text(try reader.previousItem(of: $0, id: id)) }
    case .composition(let feed), .feed(let feed): try reader.compositionDocument(of: feed)
    case .design(let key): try reader.catalogue().written[key]?.text
    }
  }
}
