import FeedPublisher
import Testing

@Suite struct CellCanvasTests {
  @Test(arguments: [
    // Overwriting either half of あ or い blanks the other half.
    (0, "│ いう"), (1, " │いう"), (2, "あ│ う"), (3, "あ │う"), (5, "あい │"),
  ])
  func aWideCharacterIsNeverSplit(_ x: Int, _ line: String) {
    var canvas = CellCanvas(width: 6, height: 1)
    canvas.put("あいう", x: 0, y: 0, ink: .title)
    canvas.put("│", x: x, y: 0, ink: .line)
    #expect(canvas.line(0, style: .plain, color: 34) == line)
  }

  @Test func aWideCharacterOverTwoOthersBlanksBoth() {
    var canvas = CellCanvas(width: 6, height: 1)
    canvas.put("あいう", x: 0, y: 0, ink: .title)
    canvas.put("😆", x: 1, y: 0, ink: .title)
    #expect(canvas.line(0, style: .plain, color: 34) == " 😆 う")
  }

  @Test func whatWouldReachOverAnEdgeIsLeftOut() {
    var canvas = CellCanvas(width: 4, height: 1)
    canvas.put("あいう", x: -1, y: 0, ink: .title)
    canvas.put("x", x: 0, y: 1, ink: .title)
    #expect(canvas.line(0, style: .plain, color: 34) == " い")
  }

  @Test func coloursEndWhereTheyBegan() {
    var canvas = CellCanvas(width: 9, height: 1)
    canvas.put("│", x: 0, y: 0, ink: .line)
    canvas.put("a b", x: 2, y: 0, ink: .title)
    let line = canvas.line(0, style: .color, color: 32)
    #expect(line == "\u{1B}[32m│\u{1B}[0m \u{1B}[1ma b\u{1B}[0m")
  }
}
