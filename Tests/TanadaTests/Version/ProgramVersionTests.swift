import CBuild
import Testing

@testable import tanada

struct ProgramVersionTests {
  private static let commit = "4af7c4c91b90d8d7e2b8796127effc2a5740ed26"

  private func version(_ described: String, isModified: Bool = false) -> ProgramVersion {
    ProgramVersion(
      number: "1.1.0", described: described, commit: Self.commit, date: "2026-11-26",
      isModified: isModified)
  }

  @Test(arguments: [
    ("v1.0.0", "1.0.0"), ("v1.0.0-0-g4af7c4c", "1.0.0"),
    ("v1.0.0-12-g4af7c4c", "1.0.0+12.g4af7c4c"),
    ("v1.0.0-rc.1", "1.0.0-rc.1"), ("v1.0.0-rc.1-3-g4af7c4c", "1.0.0-rc.1+3.g4af7c4c"),
    ("v1.0.0-beta-2", "1.0.0-beta-2"), ("", "1.1.0-dev"), ("4af7c4c", "1.1.0-dev"),
  ])
  func aTagDecides(described: String, text: String) {
    #expect(version(described).text == text)
  }

  @Test func changedFilesAreNoRelease() {
    #expect(version("v1.0.0", isModified: true).text == "1.0.0+0.modified")
    #expect(version("v1.0.0-2-g4af7c4c", isModified: true).text == "1.0.0+2.g4af7c4c.modified")
    #expect(
      version("", isModified: true).headline
        == "tanada 1.1.0-dev (commit 4af7c4c91b90, 2026-11-26, modified)")
  }

  @Test func theFirstLineHasTheCommitOrSaysThatItIsUnknown() {
    #expect(version("v1.0.0").headline == "tanada 1.0.0 (commit 4af7c4c91b90, 2026-11-26)")
    let unknown = ProgramVersion(
      number: "1.1.0", described: "", commit: "", date: "", isModified: false)
    #expect(unknown.headline == "tanada 1.1.0-dev (commit unknown)")
  }

  @Test func theNumberIsOne() {
    #expect(TANADA_NUMBER.wholeMatch(of: /\d+\.\d+\.\d+/) != nil)
    #expect(ProgramVersion.report.hasPrefix(ProgramVersion.current.headline + "\nSwift "))
  }
}
