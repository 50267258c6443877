import Foundation
import TestSupport
import Testing

/// `tanada cell` and `tanada theme`.
@Suite struct DesignCommandTests {
  private static let cell = """
    {"cell":"pin","fits":["uniform_grid"],
     "content":[{"image":"image"},{"text":"headline","style":"body"}]}
    """
  private static let theme = ##"{"theme":"night","colors":{"label":"#eeeeee"}}"##

  @Test(
    .onlyAll("DesignRouteTests and DesignEditingTests write and remove cells and themes"),
    arguments: [("cell", "pin", cell), ("theme", "night", theme)])
  func aDesignIsAppliedShownAndRemoved(type: String, name: String, document: String) async throws {
    let folder = try await TemporaryFolder.withSamples()
    let file = try folder.write(document, to: "design.json")
    func run(_ arguments: String..., status: Int32 = 0) async throws -> Tanada.Outcome {
      try await Tanada.run([type] + arguments, in: folder, status: status)
    }
    func listed() async throws -> [String] {
      try await run("list").text.split(separator: "\n").map(String.init)
    }
    let before = try await listed()
    let tried = try await run("apply", file, "--dry-run")
    #expect(tried.text == "\(name)  inserted\ndry run, nothing changed\n")
    #expect(try await listed() == before)

    #expect(try await run("apply", file).text == "\(name)  inserted\nrevision 2\n")
    #expect(try await run("apply", file).text == "\(name)  unchanged\nnothing changed\n")
    let after = try await listed()
    #expect(after.count == before.count + 1)
    #expect(after.contains { $0.hasPrefix(name) && $0.contains("written") })
    let shown = try await run("show", name)
    #expect(try JSONValue.parse(shown.output) == JSONValue.parse(Data(document.utf8)))

    #expect(try await run("remove", name).text == "removed, revision 3\n")
    #expect(try await listed() == before)
    let missing = try await run("remove", name, status: 1)
    #expect(missing.messages == "error: there is no \(type) \"\(name)\"\n")
  }

  @Test(.onlyAll("CellProofTests and DesignEditingTests refuse cells"))
  func aCellThatHasNoRoomIsRefusedWithItsPlace() async throws {
    let folder = try await TemporaryFolder.withSamples()
    let wide = Self.cell.replacing(
      #""style":"body""#, with: #""style":"body","padding":{"left":199}"#)
    let file = try folder.write(wide, to: "pin.json")
    let refused = try await Tanada.run(["cell", "apply", file], in: folder, status: 1)
    let place =
      "cells/pin#/content/1: expected a place inside of the frame in uniform_grid, 200 points wide"
    #expect(refused.messages.hasPrefix("error: \(place)"), "\(refused.messages)")
    #expect(try await Tanada.run(["cell", "show", "pin"], in: folder).status != 0)
  }
}
