import Foundation
import TestSupport
import Testing

/// Commands whose file is a pipe that nobody writes to: they say so, and end.
@Suite(.hangLimit) struct IdlePipeTests {
  private static let reason = "is a pipe that nobody writes to; expected a file"

  @Test(arguments: [
    ["seed", "Seeds"], ["seed", "campaign_banners.json"],
    ["import", "campaign_banners", "campaign_banners.json"],
    ["kind", "apply", "campaign_banners.json"], ["layout", "shelf", "campaign_banners.json"],
    ["config", "--config", "campaign_banners.json"], ["photo", "inspect", "campaign_banners.json"],
    ["photo", "add", "campaign_banners.json"], ["restore", "campaign_banners.json"],
  ])
  func aCommandDoesNotWaitForEver(arguments: [String]) async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("Seeds"), withIntermediateDirectories: false)
    for file in ["campaign_banners.json", "Seeds/campaign_banners.json"] {
      try #require(mkfifo(folder.path(file), 0o600) == 0)
    }
    let outcome = try await Tanada.run(arguments, in: folder, status: 1)
    #expect(outcome.messages.contains(Self.reason), "\(outcome.messages)")
  }

  @Test func aPipeIsNoDatabase() async throws {
    let folder = try TemporaryFolder()
    try #require(mkfifo(folder.path("tanada.sqlite"), 0o600) == 0)
    let outcome = try await Tanada.run(["check"], in: folder, status: 1)
    #expect(
      outcome.messages
        == "error: tanada.sqlite: is not a file; name a file in it, or another one\n")
  }
}
