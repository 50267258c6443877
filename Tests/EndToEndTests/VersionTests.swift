import Foundation
import TestSupport
import Testing

struct VersionTests {
  @Test func theVersionNamesTheLibrariesThatAreThere() async throws {
    let outcome = try await Tanada.run(["--version"], in: try TemporaryFolder())
    #expect(outcome.status == 0 && outcome.messages.isEmpty)
    let lines = outcome.text.split(separator: "\n").map(String.init)
    #expect(
      lines.first?.wholeMatch(
        of:
          /tanada \d+\.\d+\.\d+\S* \(commit (?:unknown|[0-9a-f]{12}, \d{4}-\d\d-\d\d(?:, modified)?)\)/
      ) != nil, "\(lines)")
    for name in ["Swift", "SQLite", "zlib", "Brotli", "libvips", "libcurl", "libpq"] {
      let line = lines.first { $0.hasPrefix(name + " ") }
      #expect(line?.wholeMatch(of: /\S+ \d+(?:\.\d+)+\S*/) != nil, "\(name): \(line ?? "no line")")
    }
  }

  @Test func aLibraryThatIsMissingIsNoError() async throws {
    let folder = try TemporaryFolder()
    // In place of the library, a file that is none.
    try Data().write(to: URL(fileURLWithPath: folder.path("libvips.so.42")))
    let outcome = try await Tanada.run(
      ["--version"], in: folder, environment: ["LD_LIBRARY_PATH": folder.path("")], status: 0)
    #expect(outcome.messages.isEmpty)
    #expect(outcome.text.contains("\nlibvips not installed\n"), "\(outcome.text)")
    #expect(!outcome.text.contains("libcurl not installed"))
  }
}
