import FeedLayout
import FeedModel
import TestSupport
import Testing

/// Definitions on every screen that they may meet.
struct CellProofTests {
  /// A cell in a frame, on a screen.
  private struct Drawn {
    let cell: Cell
    let sizes: [Size]
  }

  private static let items = [
    Size(width: 600, height: 800), Size(width: 1_600, height: 900), Size(width: 400, height: 400),
    Size(width: 2_000, height: 700),
  ].enumerated().map { LayoutItem(id: $0 + 1, mediaSize: $1) }

  private func drawn(
    _ definition: CellDefinition, _ layout: any SectionLayout.Type, _ width: Double,
    _ textSize: Double, _ direction: LayoutDirection
  ) throws -> Drawn {
    let viewport = try Viewport(width: width)
    let traits = ScreenTraits(viewport, textSize: try TextSize(textSize), direction: direction)
    let design = SectionDesign(
      layout.feedOptions, cell: definition, theme: StandardCells.theme,
      roles: Set(CellRole.allCases), for: traits)
    let laidOut = try design.layout(of: Self.items)
    let card = design.options.cardSize(in: viewport)
    return Drawn(
      cell: try #require(design.fitted(to: laidOut.frames).cell),
      sizes: laidOut.frames.map { card ?? Size(width: $0.width, height: $0.height) })
  }

  @Test(
    "What is written at random is sound on every screen, or refused",
    arguments: SeededGenerator.seeds)
  func random(seed: UInt64) throws {
    let count = TestScale.count(gate: 15, all: 1_000, soak: 1_000)
    var (refused, crowded) = (0, 0)
    for number in 0..<count {
      var random = RandomCell(seed: seed &* 100_000 &+ UInt64(number))
      let definition = random.definition()
      let problems = CellProof(definition, theme: StandardCells.theme).problems()
      guard problems.isEmpty else {
        // Frames of one height may have no room for everything that is written at random.
        if problems.allSatisfy({ $0.reason == .absent }) { crowded += 1 } else { refused += 1 }
        continue
      }
      for layout in SectionLayouts.all where definition.fits.contains(layout.name) {
        for width in CellProof.widths {
          try expectSound(definition, layout, width, "seed \(seed) \(number)")
        }
      }
    }
    #expect(refused <= count / 20 + 1)
    #expect(crowded <= count / 10 + 1)
  }

  /// At one width, at all sizes of text and in both directions.
  private func expectSound(
    _ definition: CellDefinition, _ layout: any SectionLayout.Type, _ width: Double, _ place: String
  ) throws {
    var smaller: Drawn?
    for textSize in CellProof.textSizes {
      let screen = "\(place) \(layout.name) \(width) \(textSize)"
      let left = try drawn(definition, layout, width, textSize, .leftToRight)
      // Where a grid has fewer columns for larger text, its frames have another width.
      let before = smaller.map(\.sizes) ?? []
      for (size, larger) in zip(before, left.sizes)
      where before.map(\.width) == left.sizes.map(\.width) {
        #expect(larger.height >= size.height - 1e-6, "\(screen) \(size) \(larger)")
      }
      smaller = left
      for size in left.sizes {
        let rects = rects(of: left.cell, in: size)
        for (index, (slot, rect)) in rects.enumerated() {
          #expect(rect.x >= -1e-6 && rect.x + rect.width <= size.width + 1e-6, "\(screen) \(slot)")
          #expect(
            rect.y >= -1e-6 && rect.y + rect.height <= size.height + 1e-6, "\(screen) \(slot)")
          for (other, box) in rects[(index + 1)...] where isText(slot) && isText(other) {
            let isApart =
              rect.y + rect.height <= box.y + 1e-6 || box.y + box.height <= rect.y + 1e-6
              || rect.x + rect.width <= box.x + 1e-6 || box.x + box.width <= rect.x + 1e-6
            #expect(isApart, "\(screen) \(slot.role) \(other.role)")
          }
        }
      }
      guard layout.name != CarouselLayout.name else { continue }
      let right = try drawn(definition, layout, width, textSize, .rightToLeft)
      for (size, twin) in zip(left.sizes, right.sizes) {
        for (one, other) in zip(rects(of: left.cell, in: size), rects(of: right.cell, in: twin)) {
          #expect(abs(one.1.x + one.1.width + other.1.x - size.width) < 1e-6, "\(screen)")
        }
      }
    }
  }

  private func rects(of cell: Cell, in size: Size) -> [(CellSlot, Rect)] {
    var ends: [CellRole: Double] = [:]
    return cell.slots.map { slot in
      let rect = slot.rect(in: size, after: slot.after.flatMap { ends[$0] } ?? 0)
      ends[slot.role] = rect.y + rect.height
      return (slot, rect)
    }
  }

  private func isText(_ slot: CellSlot) -> Bool {
    switch slot.content {
    case .text, .badge: true
    case .image, .shade, .line, .stars: false
    }
  }

  @Test("The cells of every database are sound", arguments: StandardCells.names)
  func standard(name: String) throws {
    let definition = try #require(CellCatalogue.standard.cells[name])
    #expect(CellProof(definition, theme: StandardCells.theme).problems() == [])
  }

  @Test("Proofs are the same in themes of the same metrics", arguments: SeededGenerator.seeds)
  func metrics(seed: UInt64) throws {
    let theme = StandardCells.theme
    for number in 0..<TestScale.count(gate: 5, all: 100, soak: 100) {
      var random = RandomCell(seed: seed &* 100_000 &+ UInt64(number))
      let definition = random.definition()
      #expect(
        CellProof(definition, theme: theme.metrics).problems()
          == CellProof(definition, theme: theme).problems(), "seed \(seed) \(number)")
    }
    var other = theme
    other.name = "other"
    other.colors["label"] = CellColor("#123456ff")
    other.radii["card"] = 99
    other.styles["headline"]?.families = ["Other"]
    #expect(other.metrics == theme.metrics)
    other.spacing["gap"] = 99
    #expect(other.metrics != theme.metrics)
    other.spacing["gap"] = theme.spacing["gap"]
    other.styles["headline"]?.grows = .largeTitle
    #expect(other.metrics != theme.metrics)
  }

  // MARK: - What is refused

  private func definition(
    _ content: [CellElement], fits: [String] = ["uniform_grid"], over: [CellOverlay] = []
  ) -> CellDefinition {
    CellDefinition(name: "tried", fits: fits, content: content, over: over)
  }

  private func text(_ role: CellRole, _ padding: CellPadding = CellPadding()) -> CellElement {
    CellElement(.text(.init(.roles([role]), style: "headline")), padding: padding)
  }

  @Test("Texts on each other are refused, with their places and the screen")
  func overlap() throws {
    let pulled = text(.summary, CellPadding(top: .points(-12)))
    let problems = CellProof(
      definition([CellElement(.stack(.init([text(.headline), pulled])))]),
      theme: StandardCells.theme
    ).problems()
    let problem = try #require(problems.first)
    #expect(problem.pointer == "/content/0/stack/1")
    #expect(problem.reason == .overlap(with: "/content/0/stack/0"))
    #expect(
      "\(problem)" == """
        /content/0/stack/1 and /content/0/stack/0 lie on each other in uniform_grid, 200 points wide at text size 0.8
        """)
  }

  @Test("What leaves the frame is refused")
  func outside() throws {
    let wide = text(.headline, CellPadding(left: .points(-20)))
    let problem = try #require(
      CellProof(definition([wide]), theme: StandardCells.theme).problems().first)
    #expect(problem.pointer == "/content/0" && problem.reason == .outside)
  }

  @Test("A text without room for two characters is refused, at the size that it has none at")
  func narrow() throws {
    let squeezed = text(.headline, CellPadding(left: .points(60), right: .points(60)))
    let problem = try #require(
      CellProof(definition([squeezed]), theme: StandardCells.theme).problems().first)
    #expect(problem.pointer == "/content/0" && problem.reason == .narrow)
    #expect(problem.width == 200 && problem.textSize == 3.1)
  }
}
