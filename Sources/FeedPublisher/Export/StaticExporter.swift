package import FeedModel
package import FeedStore
import StrictJSON
import Synchronization

/// Exports the publication in service to a target: only what has changed, and what others name before them.
package struct StaticExporter: Sendable {
  let configuration: Configuration
  let target: any ExportTarget
  let publisher: FeedPublisher
  let store: any FeedStore
  let answers: ExportAnswers
  let clock: any TimeSource
  /// Called when one more of so many objects is written.
  let onProgress: @Sendable (_ count: Int, _ total: Int, _ name: String) -> Void

  package init(
    _ configuration: Configuration, to target: any ExportTarget, publisher: FeedPublisher,
    store: any FeedStore, answers: @escaping ExportAnswers, clock: any TimeSource,
    onProgress: @escaping @Sendable (_ count: Int, _ total: Int, _ name: String) -> Void = {
      _, _, _ in
    }
  ) {
    self.configuration = configuration
    self.target = target
    self.publisher = publisher
    self.store = store
    self.answers = answers
    self.clock = clock
    self.onProgress = onProgress
  }

  /// Exports the publication in service, which must not change meanwhile.
  ///
  /// - Parameters:
  ///   - replaces: whether an export of another database or history is replaced, and one that cannot be read.
  ///   - besideOthers: whether the target may have something that no export has written, which stays.
  /// - Throws: ``ExportError``, `StoreError`, or `CancellationError`.
  package func run(
    replaces: Bool = false, besideOthers: Bool = false
  ) async throws -> ExportSummary {
    guard let publication = publisher.current else {
      preconditionFailure("nothing was published that could be exported")
    }
    return try await target.withLock(besideOthers: besideOthers) {
      // 1. Look at what is there.
      let former = try await former(before: publication, replaces: replaces)
      if former.isNewer { return summary(of: publication, isNewerThere: true) }
      if let known = former.manifest, isCurrent(known, publication) {
        var summary = summary(of: publication, until: known.expiresAt)
        summary.unchangedCount = known.entries.count { $0.value.unnamedSince == nil }
        summary.nextRemoval = known.nextRemoval(keeping: configuration.keeping)
        return summary
      }
      // 2. Make what is to be there.
      let content = try await content(of: publication)
      let plan = ExportPlan(
        documents: content.objects, pictures: content.pictures, after: former.manifest,
        pictureVersion: configuration.pictureVersion, at: clock.now,
        keeping: configuration.keeping)
      // 3. Write the difference.
      return try await write(plan, of: publication, until: content.expiresAt)
    }
  }

  /// Checks that there are all feeds that were chosen.
  ///
  /// - Throws: ``ExportError/unknownFeed(_:known:)``.
  package func requireFeeds() throws {
    let known = publisher.current?.feeds.keys.sorted() ?? []
    if let unknown = configuration.selection.feeds?.first(where: { !known.contains($0) }) {
      throw ExportError.unknownFeed(unknown, known: known)
    }
  }

  /// The number and the id of the revision of `publication`, for manifests.
  private func manifest(of publication: Publication) -> ExportManifest {
    ExportManifest(
      database: configuration.database, revision: publication.revision,
      revisionID: publication.committed?.id.text ?? "", selection: configuration.selection.text,
      pictureVersion: configuration.pictureVersion)
  }

  /// - Parameter expiresAt: when something of what is exported appears or disappears: not of what is for others.
  private func summary(
    of publication: Publication, until expiresAt: Timestamp? = nil, isNewerThere: Bool = false
  ) -> ExportSummary {
    ExportSummary(
      revision: publication.revision, expiresAt: expiresAt, isNewerThere: isNewerThere)
  }

  /// Whether an export is complete and would be made the same.
  private func isCurrent(_ known: ExportManifest, _ publication: Publication) -> Bool {
    let new = manifest(of: publication)
    let removal = known.nextRemoval(keeping: configuration.keeping)
    return known.pending.isEmpty && known.revisionID == new.revisionID
      && known.revision == new.revision && known.selection == new.selection
      && known.pictureVersion == new.pictureVersion
      && removal.map { $0.millisecondsSince1970 > clock.now.millisecondsSince1970 } ?? true
  }

  // MARK: What is there

  /// The manifest of the target, if it has one, and whether it is of a later revision than `publication`, which another
  /// exporter has written.
  ///
  /// - Throws: ``ExportError`` for an export that is none of the store's history.
  private func former(
    before publication: Publication, replaces: Bool
  ) async throws -> (manifest: ExportManifest?, isNewer: Bool) {
    let found: ExportManifest?
    do { found = try await target.manifest() } catch ExportError.unreadableManifest
      where replaces
    {
      found = nil
    }
    guard let found else { return (nil, false) }
    let obstacle: ExportError? =
      if found.database != configuration.database {
        .otherDatabase(target: target.name)
      } else if try await !isInHistory(found) {
        .otherHistory(target: target.name, revision: found.revision)
      } else {
        nil
      }
    guard let obstacle else { return (found, found.revision > publication.revision) }
    guard replaces else { throw obstacle }
    return (found.withNothingKnown, false)
  }

  /// Whether the store has had the revision of a manifest, as far as is known: the history may not go back so far.
  private func isInHistory(_ manifest: ExportManifest) async throws -> Bool {
    guard manifest.revision > 0 else { return true }
    return try await store.read { reader in
      if let revision = try reader.revision(manifest.revision) {
        return revision.id.text == manifest.revisionID
      }
      return try reader.firstKeptRevision() > manifest.revision
    }
  }

  // MARK: What is to be there

  private func content(of publication: Publication) async throws -> DocumentCollector {
    let (selection, known) = (configuration.selection, publication.feeds.keys.sorted())
    var collector = DocumentCollector(
      answers, server: selection.server, revision: publication.revision)
    // A chosen feed may have been removed since.
    for feed in selection.feeds?.filter({ known.contains($0) }) ?? known {
      for variant in try await variants(of: feed) {
        for address in selection.screens(of: feed, inVariant: variant) {
          try await collector.addScreen(address, pageCount: selection.pageCount)
        }
      }
    }
    return collector
  }

  /// The variants of `feed` for the clients that were chosen, each once, behind what everybody gets.
  private func variants(of feed: String) async throws -> [String?] {
    var variants: [String?] = [nil]
    for client in configuration.selection.clients {
      let address = "/v1/feeds/\(feed)/variant?\(client)"
      let answer = try await answers(address, nil)
      guard answer.status == 200,
        let name = try? JSONTree(parsing: answer.bytes)["variant"]?.string
      else { throw ExportError.unanswered(address: address, status: answer.status) }
      if !variants.contains(name) { variants.append(name) }
    }
    return variants
  }

  // MARK: The difference

  private func write(
    _ plan: ExportPlan, of publication: Publication, until expiresAt: Timestamp?
  ) async throws -> ExportSummary {
    let revision = publication.revision
    // 1. Say what is certain while it changes.
    var manifest = manifest(of: publication)
    manifest.entries = plan.staying
    manifest.expiresAt = expiresAt
    manifest.pending = plan.touched
    let change = try await target.begin(plan, manifest)
    // 2. Write pictures, then pages, then screens.
    let written = Mutex<[ObjectName: ExportManifest.Entry]>([:])
    let total = plan.newPictures.count + plan.written.count
    @Sendable func write(_ object: ExportedObject) async throws {
      try await change.write(object, revision)
      let count = written.withLock { written in
        written[object.name] = ExportManifest.Entry(
          role: object.role, digest: object.digest, byteCount: object.bytes.count,
          revision: revision, fields: object.fields)
        return written.count
      }
      onProgress(count, total, object.name.text)
    }
    try await plan.newPictures.sorted { $0.key < $1.key }
      .forEachBounded(by: configuration.width) { [answers] name, address in
        let picture = try await DocumentCollector.picture(name, at: address, from: answers)
        if let picture { try await write(picture) }
      }
    for role in ExportedObject.Role.allCases {
      try await plan.written.filter { $0.role == role }.forEachBounded(by: configuration.width) {
        try await write($0)
      }
    }
    // 3. Say that it is done.
    let entries = written.withLock { $0 }
    manifest.entries.merge(entries) { $1 }
    manifest.pending = []
    let left = try await change.finish(state(of: publication, until: expiresAt), manifest)
    var summary = summary(of: publication, until: expiresAt)
    summary.left = left
    summary.writtenCount = entries.count
    summary.writtenByteCount = entries.values.reduce(0) { $0 + $1.byteCount }
    summary.unchangedCount = plan.unchangedCount
    summary.keptCount = plan.staying.count - plan.unchangedCount
    summary.removedCount = plan.removed.count
    summary.missingPictures = plan.newPictures.filter { entries[$0.key] == nil }.map(\.value)
      .sorted()
    summary.nextRemoval = manifest.nextRemoval(keeping: configuration.keeping)
    return summary
  }

  /// The object that says what is at the target.
  private func state(of publication: Publication, until expiresAt: Timestamp?) -> ExportedObject {
    let bytes = JSONWriter.encode { writer in
      writer.object { state in
        state.member("revision", publication.revision)
        state.member("revision_id", optional: publication.committed?.id.text) { $0.value($1) }
        state.member("exported_at", clock.now.rfc3339)
        state.member("expires_at", optional: expiresAt) { $0.value($1.rfc3339) }
      }
    }
    return ExportedObject(
      .state, .screen, bytes: bytes,
      fields: [
        ExportedObject.Field("content-type", "application/json"),
        ExportedObject.Field("cache-control", "no-cache"),
      ])
  }
}
