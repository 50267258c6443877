import Foundation
import TestSupport
import Testing

/// Exports as files, on the command line.
@Suite struct StaticExportCommandTests {
  @Test func whatAnInterruptedExportMayHaveWrittenIsLookedAtAgain() async throws {
    let folder = try await TemporaryFolder.withSamples()
    func export() async throws -> String {
      let outcome = try await Tanada.run(["export-static", "out"], in: folder, status: 0)
      return outcome.text
    }
    #expect(try await export().contains("revision 1, "))
    let trees = folder.url.appending(path: "out/trees")
    let names = try FileManager.default.contentsOfDirectory(atPath: trees.path)
    let manifest = trees.appending(path: try #require(names.first { $0.hasSuffix(".json") }))
    let text = try String(contentsOf: manifest, encoding: .utf8)
    let interrupted = text.replacing(#""pending":[]"#, with: #""pending":["v1/x.json"]"#)
    try #require(interrupted != text)
    try Data(interrupted.utf8).write(to: manifest)
    #expect(try await export().hasSuffix(" unchanged, 1 removed\n"))
    #expect(try await export().hasSuffix(" unchanged, 0 removed\n"))
  }

  @Test func aFolderOfSomebodyElseIsLeftAlone() async throws {
    let folder = try await TemporaryFolder.withSamples()
    try folder.write("mine", to: "out/trees/letters.txt")
    let refused = try await Tanada.run(["export-static", "out"], in: folder, status: 1)
    #expect(refused.text.isEmpty)
    #expect(
      refused.messages == """
        error: out: has trees/letters.txt, which no export has written; choose an empty place, or repeat with \
        --replace, which leaves it as it is

        """)
    try await Tanada.run(["export-static", "out", "--replace"], in: folder, status: 0)
    #expect(
      try String(contentsOfFile: folder.path("out/trees/letters.txt"), encoding: .utf8) == "mine")
  }
}
