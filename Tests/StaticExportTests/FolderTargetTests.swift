import FeedModel
import Foundation
import StaticExport
import TestSupport
import Testing

struct FolderTargetTests {
  private let folder: TemporaryFolder
  private let target: FolderTarget

  init() throws {
    folder = try TemporaryFolder()
    target = FolderTarget(path: folder.url.appending(path: "site").path) {
      "\(UInt32.random(in: 0...9_999_999))"
    }
  }

  /// Exports `objects` as a revision; does not end it if it `isKilled`.
  private func export(
    _ objects: [ExportedObject], revision: Int, isKilled: Bool = false
  ) async throws -> Int {
    try await target.withLock {
      let former = try await target.manifest()
      let plan = ExportPlan(
        documents: objects, pictures: [:], after: former, pictureVersion: 2,
        at: ExportSamples.moment, keeping: .zero)
      var manifest = try ExportSamples.manifest([], revision: revision)
      manifest.entries = plan.staying
      let change = try await target.begin(plan, manifest)
      for object in plan.written {
        try await change.write(object, revision: revision)
        manifest.entries[object.name] = ExportSamples.entry(object, revision: revision)
      }
      if !isKilled {
        try await change.finish(
          ExportSamples.object("export.json", .screen, "\(revision)"), manifest)
      }
      return plan.written.count
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

  @Test func aFolderWithSomethingElseIsLeftAlone() async throws {
    try FileManager.default.createDirectory(
      atPath: target.path, withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: "\(target.path)/letters.txt"))
    await #expect(throws: ExportError.self) { try await export([], revision: 1) }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: target.path) == ["letters.txt"])
  }

  @Test func aDamagedManifestIsAnError() async throws {
    _ = try await export([ExportSamples.object("v1/s.json", .screen, "1")], revision: 1)
    let tree = try FileManager.default.destinationOfSymbolicLink(
      atPath: "\(target.path)/current")
    try Data("{".utf8).write(to: URL(filePath: "\(target.path)/\(tree).json"))
    await #expect(throws: ExportError.self) { try await target.manifest() }
  }
}
