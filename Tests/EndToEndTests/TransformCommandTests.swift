import Foundation
import Testing
import TestSupport

/// Paging effects on the command line.
@Suite struct TransformCommandTests {
  @Test(arguments: ["0.25", "-0.5", "-1e300", "0"])
  func transformIsOneLineOfJSON(progress: String) async throws {
    let outcome = try await Tanada.answer(
      to: [
        "layout", "transform", "--effect", "stack.vortex", "--size", "273x320", "--progress",
        progress,
      ], in: try TemporaryFolder())
    try #require(outcome.status == 0, "\(outcome.messages)")
    #expect(outcome.text.hasPrefix(#"{"effect":"stack.vortex","progress":"#))
    #expect(outcome.text.hasSuffix("}\n") && outcome.text.split(separator: "\n").count == 1)
    let sample = try JSONValue.parse(outcome.output)
    #expect(sample["progress"].number == Double(progress))
    if progress == "0.25" { #expect(sample["scale"].number == 1.0375) }
  }

  @Test func anUnknownEffectIsAnsweredWithTheNamesOfAll() async throws {
    let outcome = try await Tanada.answer(
      to: ["layout", "transform", "--effect", "vortex", "--size", "273x320", "--progress", "1"],
      in: try TemporaryFolder())
    #expect(outcome.status == 64)
    for name in ConformanceCase.transforms { #expect(outcome.messages.contains(name)) }
  }

  private static let effect = ["layout", "transform", "--effect", "stack.blur", "--progress"]

  @Test(arguments: [
    effect + ["nan", "--size", "1x1"], effect + ["inf", "--size", "1x1"],
    effect + ["0", "--size", "0x1"], effect + ["0", "--size", "1x-1"],
    effect + ["0", "--size", "1"], effect + ["0", "--size", "1x2x3"],
    effect + ["0", "--size", "nanx1"], effect + ["0"],
  ])
  func aCardThatCannotBeIsWrongUsage(arguments: [String]) async throws {
    let outcome = try await Tanada.answer(to: arguments, in: try TemporaryFolder())
    #expect(outcome.status == 64)
    #expect(outcome.text.isEmpty)
    #expect(!outcome.messages.isEmpty)
  }
}
