import FeedModel
import FeedPhotos
import Foundation
import FeedPublisher
import Synchronization
import TestSupport
import Testing

final class FolderTargetTests: Sendable {
  private let folder: TemporaryFolder
  /// What the last export has left.
  private let lastLeft = Mutex<[String]>([])
  private let target: FolderTarget

  init() throws {
    folder = try TemporaryFolder()
    target = FolderTarget(path: folder.url.appending(path: "site").path) {
      "\(UInt32.random(in: 0...9_999_999))"
    }
  }

  /// Exports `objects` as a revision; does not end it if it `isKilled`.
  @discardableResult
  private func export(
    _ objects: [ExportedObject], revision: Int, isKilled: Bool = false, replaces: Bool = false
  ) async throws -> Int {
    try await target.withLock(besideOthers: replaces) {
      let former = try await target.manifest()
      let plan = ExportPlan(
        documents: objects, pictures: [:], after: former, pictureVersion: 2,
        at: ExportSamples.moment, keeping: .zero)
      var manifest = try ExportSamples.manifest([], revision: revision)
      manifest.entries = plan.staying
      manifest.pending = plan.touched
      let change = try await target.begin(plan, manifest)
      for object in plan.written {
        try await change.write(object, revision)
        manifest.entries[object.name] = ExportSamples.entry(object, revision: revision)
      }
      manifest.pending = []
      if !isKilled {
        let left = try await change.finish(
          ExportSamples.object("export.json", .screen, "\(revision)"), manifest)
        lastLeft.withLock { $0 = left }
      }
      return plan.written.count
    }
  }

  /// The names of everything in the folder, with where links lead.
  private func everything() throws -> [String] {
    let names = FileManager.default.enumerator(atPath: target.path)?.allObjects as? [String]
    return (names ?? []).map { name in
      let goal = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "\(target.path)/\(name)")
      return goal.map { "\(name) → \($0)" } ?? name
    }.sorted()
  }

  /// The tree that is served, such as `trees/7-1f`.
  private func tree() throws -> String {
    try FileManager.default.destinationOfSymbolicLink(atPath: "\(target.path)/current")
  }

  /// A folder outside of the target with a file.
  private func otherFolder() throws -> String {
    try FileManager.default.createDirectory(
      atPath: folder.path("other/v1"), withIntermediateDirectories: true)
    for name in ["s.json", "letters.txt"] { try folder.write("mine", to: "other/v1/\(name)") }
    return folder.path("other")
  }

  private func expectOthersAreThere() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("other/v1"))
    #expect(Set(names) == ["s.json", "letters.txt"])
    for name in names {
      #expect(
        try String(contentsOfFile: folder.path("other/v1/\(name)"), encoding: .utf8) == "mine")
    }
  }

  private func content(_ name: String) -> String? {
    FileManager.default.contents(atPath: "\(target.path)/current/\(name)")
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private func file(_ name: String) throws -> Int? {
    let path = "\(target.path)/current/\(name)"
    return try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
  }

  @Test func aRevisionIsServedAtOnceAndSharesWhatIsTheSame() async throws {
    let page = try ExportSamples.object("v1/p/_/index.json", .page, "page")
    _ = try await export([page, ExportSamples.object("v1/s.json", .screen, "1")], revision: 1)
    let number = try file("v1/p/_/index.json")
    let changed = try ExportSamples.object("v1/s.json", .screen, "2")
    #expect(try await export([page, changed], revision: 2, isKilled: true) == 1)
    #expect(content("v1/s.json") == "1" && content("export.json") == "1")
    #expect(try await export([page, changed], revision: 2) == 1)
    #expect(content("v1/s.json") == "2" && content("export.json") == "2")
    #expect(try file("v1/p/_/index.json") == number)
    // The tree before stays for its readers, and what was abandoned does not.
    let trees = try FileManager.default.contentsOfDirectory(atPath: "\(target.path)/trees")
    #expect(trees.count == 4, "\(trees)")
    #expect(try await target.manifest()?.revision == 2)
  }

  @Test func whatIsNotNamedAnyMoreIsNotThere() async throws {
    let one = try ExportSamples.object("v1/s.json", .screen, "1")
    _ = try await export([one, ExportSamples.object("v1/t.json", .screen, "t")], revision: 1)
    _ = try await export([one], revision: 2)
    #expect(content("v1/s.json") == "1" && content("v1/t.json") == nil)
  }

  @Test func aFileThatSomebodyHasChangedOrRemovedIsWrittenAgain() async throws {
    let one = try ExportSamples.object("v1/s.json", .screen, "one")
    let two = try ExportSamples.object("v1/t.json", .screen, "two")
    _ = try await export([one, two], revision: 1)
    try FileManager.default.removeItem(atPath: "\(target.path)/current/v1/s.json")
    try Data("longer".utf8).write(
      to: URL(filePath: "\(target.path)/current/v1/t.json"), options: .atomic)
    #expect(try await export([one, two], revision: 2) == 2)
    #expect(content("v1/s.json") == "one" && content("v1/t.json") == "two")
  }

  // MARK: What others have made

  /// Nothing is changed, and nothing that has the name of a part of an export is taken for one.
  @Test(arguments: [
    "letters.txt", "trees/letters.txt", "trees/notes/letters.txt", "trees/7-1f/letters.txt",
    "trees/7-1f.txt", "current/letters.txt", "current", ".current", ".lock/letters.txt", "trees",
  ])
  func aFolderWithSomethingElseIsLeftAlone(name: String) async throws {
    let path = "\(target.path)/\(name)"
    let parent = URL(filePath: path).deletingLastPathComponent().path
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: URL(filePath: path))
    let before = try everything()
    for _ in 0..<2 {
      let error = await #expect(throws: ExportError.self) { try await export([], revision: 1) }
      #expect(error?.description.contains("which no export has written") == true)
      #expect(error?.description.contains("--replace") == true)
    }
    #expect(try everything() == before)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }

  /// A folder that somebody has called `trees` has everything that it had, also if `--replace` is said.
  @Test func withReplaceWhatOthersHaveMadeStaysBesides() async throws {
    let others = ["letters.txt", "trees/letters.txt", "trees/notes/a.txt", "trees/7-1f/b.txt"]
    for name in others {
      let path = "\(target.path)/\(name)"
      try FileManager.default.createDirectory(
        atPath: URL(filePath: path).deletingLastPathComponent().path,
        withIntermediateDirectories: true)
      try Data("mine".utf8).write(to: URL(filePath: path))
    }
    for revision in 7...9 {
      let screen = try ExportSamples.object("v1/s.json", .screen, "\(revision)")
      try await export([screen], revision: revision, replaces: true)
      #expect(content("v1/s.json") == "\(revision)")
      #expect(lastLeft.withLock { $0 } == ["\(target.path)/trees/7-1f"])
    }
    for name in others {
      #expect(
        try String(contentsOfFile: "\(target.path)/\(name)", encoding: .utf8) == "mine", "\(name)")
    }
  }

  /// Through a link, another folder would be removed.
  @Test(arguments: [false, true])
  func aLinkInPlaceOfThePartsOfAnExportIsRefused(replaces: Bool) async throws {
    let other = try otherFolder()
    try FileManager.default.createDirectory(
      atPath: target.path, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(target.path)/trees", withDestinationPath: other)
    await #expect(throws: ExportError.self) {
      try await export([], revision: 1, replaces: replaces)
    }
    try expectOthersAreThere()
    #expect(try everything() == ["trees → \(other)"])
  }

  /// Links that somebody has put in place of trees, of folders in them, and of files.
  @Test func nothingIsRemovedBehindALink() async throws {
    let other = try otherFolder()
    func objects(_ text: String) throws -> [ExportedObject] {
      [
        try ExportSamples.object("v1/s.json", .screen, text),
        try ExportSamples.object("v2/s.json", .screen, text),
      ]
    }
    try await export(objects("1"), revision: 1)
    let first = "\(target.path)/\(try tree())"
    // 1. A folder of the tree. 2. A file.
    try FileManager.default.removeItem(atPath: "\(first)/v1")
    try FileManager.default.createSymbolicLink(
      atPath: "\(first)/v1", withDestinationPath: "\(other)/v1")
    try FileManager.default.removeItem(atPath: "\(first)/v2/s.json")
    try FileManager.default.createSymbolicLink(
      atPath: "\(first)/v2/s.json", withDestinationPath: "\(other)/v1/letters.txt")
    try await export(objects("2"), revision: 2)
    try await export(objects("3"), revision: 3)
    try expectOthersAreThere()
    #expect(content("v1/s.json") == "3" && content("v2/s.json") == "3")
    // They stay, with the manifest of their tree, and are named.
    #expect(lastLeft.withLock { $0 } == [first])
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: "\(first)/v1") == "\(other)/v1")
    // 3. A whole tree, which is not removed either.
    let third = "\(target.path)/\(try tree())"
    try await export(objects("4"), revision: 4)
    try FileManager.default.removeItem(atPath: third)
    try FileManager.default.createSymbolicLink(atPath: third, withDestinationPath: other)
    await #expect(throws: ExportError.self) { try await export(objects("5"), revision: 5) }
    try await export(objects("5"), revision: 5, replaces: true)
    try expectOthersAreThere()
  }

  @Test func whatSomebodyHasPutIntoATreeStays() async throws {
    let one = try ExportSamples.object("v1/s.json", .screen, "1")
    try await export([one], revision: 1)
    let first = "\(target.path)/\(try tree())"
    try Data("mine".utf8).write(to: URL(filePath: "\(first)/v1/letters.txt"))
    for revision in 2...4 {
      try await export([one], revision: revision)
      #expect(lastLeft.withLock { $0 } == (revision > 2 ? [first] : []))
    }
    #expect(try String(contentsOfFile: "\(first)/v1/letters.txt", encoding: .utf8) == "mine")
    #expect(!FileManager.default.fileExists(atPath: "\(first)/v1/s.json"))
    // Once it is gone, so is the rest.
    try FileManager.default.removeItem(atPath: "\(first)/v1/letters.txt")
    try await export([one], revision: 5)
    #expect(lastLeft.withLock { $0 }.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: first))
    #expect(!FileManager.default.fileExists(atPath: first + ".json"))
  }

  @Test func whatAKilledExportHasWrittenIsRemovedByTheNextOne() async throws {
    let one = try ExportSamples.object("v1/s.json", .screen, "1")
    try await export([one], revision: 1)
    let new = try ExportSamples.object("v2/new.json", .screen, "new")
    for _ in 0..<3 { try await export([one, new], revision: 2, isKilled: true) }
    #expect(try everything().filter { $0.hasSuffix("new.json") }.count == 1)
    try await export([one], revision: 3)
    #expect(try everything().filter { $0.contains("v2") }.isEmpty)
  }

  /// The link may lead to where no export has written.
  @Test func aCurrentThatLeadsElsewhereIsNoExport() async throws {
    let other = try otherFolder()
    try FileManager.default.createDirectory(
      atPath: target.path, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(target.path)/current", withDestinationPath: other)
    for replaces in [false, true] {
      await #expect(throws: ExportError.self) {
        try await export([], revision: 1, replaces: replaces)
      }
    }
    try expectOthersAreThere()
  }

  /// A link that is not one of an exporter is not removed, whatever is said.
  @Test(arguments: ["../other", "trees", "trees/7-1f/v1", "trees/letters", "/etc"], [false, true])
  func aNewLinkThatSomebodyElseHasMadeIsLeftAlone(goal: String, replaces: Bool) async throws {
    try await export([], revision: 1)
    let link = "\(target.path)/.current"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: goal)
    let error = await #expect(throws: ExportError.self) {
      try await export([], revision: 2, replaces: replaces)
    }
    #expect(error?.description.contains(".current → \(goal), which no export") == true)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == goal)
    #expect(try await target.manifest()?.revision == 1)
  }

  // MARK: Killed exporters

  /// Between the link and its name.
  @Test func aNewLinkOfAKilledExporterIsReplaced() async throws {
    try await export([], revision: 1)
    try FileManager.default.createSymbolicLink(
      atPath: "\(target.path)/.current", withDestinationPath: try tree())
    try await export([], revision: 2)
    #expect(try await target.manifest()?.revision == 2)
    #expect(try everything().filter { $0.hasPrefix(".current") }.isEmpty)
  }

  /// Former versions wrote the manifest of a tree last.
  @Test func aTreeWithoutAManifestIsNamedAndStays() async throws {
    let one = try ExportSamples.object("v1/s.json", .screen, "1")
    try await export([one], revision: 1)
    let abandoned = "\(target.path)/trees/2-ab"
    try FileManager.default.createDirectory(
      atPath: "\(abandoned)/v1", withIntermediateDirectories: true)
    try Data("1".utf8).write(to: URL(filePath: "\(abandoned)/v1/s.json"))
    for revision in 2...3 {
      try await export([one], revision: revision)
      #expect(lastLeft.withLock { $0 } == [abandoned])
      #expect(FileManager.default.fileExists(atPath: "\(abandoned)/v1/s.json"))
    }
    try FileManager.default.removeItem(atPath: abandoned)
    try await export([one], revision: 4)
    #expect(lastLeft.withLock { $0 }.isEmpty)
  }

  /// Killed before the manifest had its name, or while the one of the tree that is served was written.
  @Test func aManifestThatWasNotWrittenToItsEndIsRemoved() async throws {
    try await export([], revision: 1)
    for name in ["trees/2-ab", try tree()] {
      try Data("{".utf8).write(to: URL(filePath: "\(target.path)/\(name).json.new"))
    }
    try await export([], revision: 2)
    #expect(try everything().filter { $0.hasSuffix(".new") }.isEmpty)
    #expect(lastLeft.withLock { $0 }.isEmpty)
  }

  // MARK: Several exporters

  /// What one has while it is at work is no reason to refuse the folder to the next one.
  @Test func theFolderIsLookedAtOnceNobodyElseIsAtWork() async throws {
    try await export([], revision: 1)
    let unfinished = "\(target.path)/trees/unfinished"
    try Data().write(to: URL(filePath: unfinished))
    let lock = LockAfterOthers { try FileManager.default.removeItem(atPath: unfinished) }
    let next = FolderTarget(path: target.path, lock: lock) { "1f" }
    let revision = try await next.withLock(besideOthers: false) { try await next.manifest() }?
      .revision
    #expect(revision == 1)
    // And it is looked at then.
    let strange = LockAfterOthers { try Data().write(to: URL(filePath: unfinished)) }
    let refused = FolderTarget(path: target.path, lock: strange) { "1f" }
    await #expect(throws: ExportError.self) {
      try await refused.withLock(besideOthers: false) { _ = try await refused.manifest() }
    }
  }

  @Test func aDamagedManifestIsAnError() async throws {
    _ = try await export([ExportSamples.object("v1/s.json", .screen, "1")], revision: 1)
    let tree = try FileManager.default.destinationOfSymbolicLink(
      atPath: "\(target.path)/current")
    try Data("{".utf8).write(to: URL(filePath: "\(target.path)/\(tree).json"))
    await #expect(throws: ExportError.self) { try await target.manifest() }
  }
}

/// A lock that is had once another exporter has ended its work.
private struct LockAfterOthers: PhotoLock {
  let work: @Sendable () throws -> Void

  func withLock<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
    try work()
    return try await body()
  }
}
