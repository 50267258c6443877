import FeedModel
import FeedStore

/// What changes of kinds were checked against: first all of it, in a rehearsal, and then in the transaction what was
/// written since.
struct KindReview: Sendable {
  /// The state of the content that was looked at; `nil` before the first time.
  private var place: WritePlace?
  /// How many values are lost with each discarded field, by the names of the kinds.
  var lostValues: [String: [String: Int]] = [:]
  /// The items and compositions that the operations of releases depend on, by the ids of the releases.
  private var subjects: [Int: Set<AuditRecord.Subject>] = [:]

  /// A release that uses a kind which is changed, and the places of its operations that could not be done before the
  /// change either.
  typealias ExaminedRelease = (id: Int, obstructed: Set<Int>)

  /// Begins to look at what was written since the last time.
  ///
  /// - Returns: what was; `nil` for the first time, when everything is looked at.
  /// - Throws: ``StoreError/kindChanged(_:)`` if kinds are defined otherwise by now, or another ``StoreError``.
  mutating func begin(in reader: any ContentReader) throws -> WrittenSubjects? {
    let former = place
    place = try reader.writePlace()
    guard let former else { return nil }
    let written = try reader.writtenSubjects(after: former)
    if let name = written.definitions.min() { throw StoreError.kindChanged(name) }
    return written
  }
}

// MARK: - Releases

extension KindReview {
  /// Examines those releases that use one of `kinds`, by the definitions that they have: all of them, or those that
  /// were written, or depend on something that was.
  ///
  /// - Throws: ``StoreError``.
  mutating func examineReleases(
    using kinds: Set<String>, in reader: any ContentReader, since written: WrittenSubjects?
  ) throws -> [ExaminedRelease] {
    guard !kinds.isEmpty else { return [] }
    var found: [ExaminedRelease] = []
    guard let written else {
      try reader.forEachUnpublishedRelease { release in
        if let release = try examine(release, using: kinds, in: reader) { found.append(release) }
      }
      return found
    }
    let dependent = subjects.filter { written.intersects($0.value) }.keys
    for id in written.releases.union(dependent).sorted(by: >) {
      guard let release = try reader.release(id), release.publishedRevision == nil,
        let examined = try examine(release, using: kinds, in: reader)
      else { continue }
      found.append(examined)
    }
    return found
  }

  /// - Returns: `nil` for a release that uses none of `kinds`.
  private mutating func examine(
    _ release: Release, using kinds: Set<String>, in reader: any ContentReader
  ) throws -> ExaminedRelease? {
    guard kinds.contains(where: { !release.operations(using: $0).isEmpty }) else { return nil }
    let (conflicts, subjects) = try release.examination(in: reader)
    self.subjects[release.id] = subjects
    return (release.id, Set(conflicts.filter { $0.obstacle != nil }.map(\.index)))
  }

  /// The operations of `releases` that use the kind called `kind`, and cannot be done by its new definition, which
  /// `reader` has.
  ///
  /// - Throws: ``StoreError``.
  func releasesInTheWay(
    of kind: String, among releases: [ExaminedRelease], in reader: any ContentReader
  ) throws -> [KindObstacles.UsingRelease] {
    try releases.compactMap { examined in
      guard let release = try reader.release(examined.id) else { return nil }
      let using = Set(release.operations(using: kind)).subtracting(examined.obstructed)
      guard !using.isEmpty else { return nil }
      let operations = try release.conflicts(in: reader)
        .filter { $0.obstacle != nil && using.contains($0.index) }
        .map { "/operations/\($0.index): \($0.description)" }
      return operations.isEmpty ? nil : (release.id, release.name, operations)
    }
  }

  /// The releases with operations on the kind called `kind`, of those that were written.
  ///
  /// - Throws: ``StoreError``.
  func releases(
    using kind: String, in reader: any ContentReader, since written: WrittenSubjects?
  ) throws -> [KindObstacles.UsingRelease] {
    var found: [KindObstacles.UsingRelease] = []
    func note(_ release: Release) {
      let operations = release.operations(using: kind).map { "/operations/\($0)" }
      guard !operations.isEmpty else { return }
      found.append((release.id, release.name, operations))
    }
    guard let written else {
      try reader.forEachUnpublishedRelease(note)
      return found
    }
    for id in written.releases.sorted(by: >) {
      guard let release = try reader.release(id), release.publishedRevision == nil else { continue }
      note(release)
    }
    return found
  }
}
