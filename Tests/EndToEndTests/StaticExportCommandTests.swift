import Foundation
import TestSupport
import Testing

/// Exports as files, on the command line.
@Suite struct StaticExportCommandTests {
  @Test func whatAnInterruptedExportMayHaveWrittenIsLookedAtAgain() async throws {
    let folder = try TemporaryFolder()
    try await folder.copySamples()
    func export() async throws -> String {
      let outcome = try await Tanada.run(["export-static", "out"], in: folder)
      try #require(outcome.status == 0, "\(outcome.messages)")
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
}
