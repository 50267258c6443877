import FeedEditing
import Foundation
import TestSupport
import Testing

/// Differences in the unified format.
struct UnifiedDiffTests {
  private func text(_ lines: some Sequence<Int>) -> String {
    lines.map { "\($0)\n" }.joined()
  }

  private func diff(_ old: String?, _ new: String?) -> String {
    UnifiedDiff.lines(
      of: "feeds/home.json", from: old.map { Array($0.utf8) }, to: new.map { Array($0.utf8) }
    ).map { String(decoding: $0.bytes, as: UTF8.self) + "\n" }.joined()
  }

  private static let names = """
    diff --git a/feeds/home.json b/feeds/home.json
    --- a/feeds/home.json
    +++ b/feeds/home.json

    """

  @Test func aFileThatDoesNotChangeHasNoDifference() {
    #expect(diff("a\n", "a\n").isEmpty)
    #expect(diff(nil, nil).isEmpty)
  }

  @Test func aChangedLineStandsAmongThreeLinesOfContext() {
    let changed = text(1...20).replacing("10\n", with: "x\n")
    #expect(
      diff(text(1...20), changed)
        == Self.names + "@@ -7,7 +7,7 @@\n 7\n 8\n 9\n-10\n+x\n 11\n 12\n 13\n")
  }

  @Test func aFileThatIsMadeOrRemovedIsComparedWithNothing() {
    let head = "diff --git a/feeds/home.json b/feeds/home.json\n"
    #expect(
      diff(nil, "a\nb\n")
        == head + "new file mode 100644\n--- /dev/null\n+++ b/feeds/home.json\n"
        + "@@ -0,0 +1,2 @@\n+a\n+b\n")
    #expect(
      diff("a\n", nil)
        == head + "deleted file mode 100644\n--- a/feeds/home.json\n+++ /dev/null\n"
        + "@@ -1 +0,0 @@\n-a\n")
  }

  /// Six unchanged lines between two changes are the context of both, seven are not.
  @Test(arguments: [(8, 1), (9, 2)])
  func hunksWhoseContextTouchesAreOne(second: Int, count: Int) {
    let old = text(1...20)
    let new = text(
      (1...20).filter { $0 != 1 && $0 != second })
    #expect(diff(old, new).components(separatedBy: "@@ -").count - 1 == count)
  }

  @Test func removedLinesComeBeforeAddedOnes() {
    #expect(diff("1\n2\n3\n", "4\n5\n") == Self.names + "@@ -1,3 +1,2 @@\n-1\n-2\n-3\n+4\n+5\n")
  }

  /// Two forms of one letter are equal as texts.
  @Test func linesAreComparedByTheirBytes() {
    let (composed, decomposed) = ("\u{E9}\n", "e\u{301}\n")
    #expect(composed == decomposed)
    #expect(diff(composed, decomposed).contains("@@ -1 +1 @@"))
  }

  @Test(arguments: 0..<40)
  func editsMakeTheOneOfTheOtherAndAreTheFewest(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    func file() -> [[UInt8]] {
      (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        [UInt8.random(in: 97...100, using: &generator)]
      }
    }
    let (old, new) = (file(), file())
    let edits = LineEdit.edits(from: old, to: new)
    #expect(edits.before == old && edits.after == new)
    let kept = edits.filter { if case .kept = $0 { true } else { false } }.count
    #expect(kept == Self.longestCommonCount(old, new))
    // Beyond the limit nothing is searched, and the edits still make the one of the other.
    let coarse = LineEdit.edits(from: old, to: new, limit: 0)
    #expect(coarse.before == old && coarse.after == new)
  }

  /// The length of the longest common subsequence, by the table of all beginnings.
  private static func longestCommonCount(_ left: [[UInt8]], _ right: [[UInt8]]) -> Int {
    var row = Array(repeating: 0, count: right.count + 1)
    for line in left {
      var next = row
      for (index, other) in right.enumerated() {
        next[index + 1] = line == other ? row[index] + 1 : max(row[index + 1], next[index])
      }
      row = next
    }
    return row[right.count]
  }

  @Test func filesWithoutACommonLineAreComparedInBoundedTime() {
    let edits = LineEdit.edits(
      from: (0..<100_000).map { Array("a\($0)".utf8) },
      to: (0..<100_000).map { Array("b\($0)".utf8) })
    #expect(edits.count == 200_000)
  }
}

extension [LineEdit] {
  fileprivate var before: [[UInt8]] {
    compactMap {
      switch $0 {
      case .kept(let line), .removed(let line): line
      case .added: nil
      }
    }
  }

  fileprivate var after: [[UInt8]] {
    compactMap {
      switch $0 {
      case .kept(let line), .added(let line): line
      case .removed: nil
      }
    }
  }
}
