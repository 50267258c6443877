import FeedLayout
import TestSupport
import Testing

/// Where drags end that can be worked out by hand: pages of 400 points.
struct CarouselSettleTests {
  private func pages(
    _ count: Int = 6, _ configure: (inout CarouselLayout.Options) -> Void = { _ in }
  ) throws -> CarouselLayout {
    try carousel([Double](repeating: 400, count: count)) {
      ($0.spacing, $0.leadingInset, $0.trailingInset) = (0, 0, 0)
      configure(&$0)
    }
  }

  @Test(
    "A slow drag ends at the nearest page",
    arguments: [
      (0.0, 0), (-199, 0), (-200, 1), (-599, 1), (-600, 2), (-1e9, 5), (300, 0), (1e300, 0),
    ])
  func slow(translation: Double, snap: Int) throws {
    let settled = try pages().settle(offset: 0, translation: translation)
    #expect(settled.snap == snap)
    #expect(settled.offset == Double(snap) * 400 && settled.unwrappedOffset == settled.offset)
    #expect(settled.isAtSnap)
  }

  @Test("Dragging back needs as much of the way as dragging on")
  func hysteresis() throws {
    let layout = try pages { $0.commitThreshold = 0.3 }
    for (translation, snap) in [(-119.0, 2), (-121, 3), (119, 2), (121, 1), (-519, 3), (-521, 4)] {
      #expect(try layout.settle(offset: 800, translation: translation).snap == snap)
    }
    let whole = try pages { $0.commitThreshold = 1 }
    #expect(try whole.settle(offset: 800, translation: -399).snap == 2)
    #expect(try whole.settle(offset: 800, translation: -400).snap == 3)
  }

  @Test("A flick goes on in its direction, however short the drag was")
  func flick() throws {
    // fast: 1 pt/s goes on for 0.099 points, so 400 pt/s for 39.6: short of the nearest page.
    let layout = try pages { $0.deceleration = Deceleration.fast.rate }
    #expect(try layout.settle(offset: 400, translation: -5, velocity: -399).snap == 1)
    #expect(try layout.settle(offset: 400, translation: -5, velocity: -400).snap == 2)
    #expect(try layout.settle(offset: 400, translation: 5, velocity: 400).snap == 0)
    // Pulled on by 150 and flicked back, it returns to the page it came from.
    #expect(try layout.settle(offset: 400, translation: -150, velocity: 400).snap == 1)
    // Beyond the page that was reached, it goes on to the one after it.
    #expect(try layout.settle(offset: 400, translation: -450, velocity: -400).snap == 3)
  }

  @Test("A drag whose momentum is longer than a fifth of the view is a flick")
  func flickDistance() throws {
    let layout = try pages { $0.flickVelocity = 1e6 }
    #expect(layout.flickDistance == 80)
    // normal: 0.499 s, so 160 pt/s go on for 79.84 and 161 for 80.34.
    #expect(try layout.settle(offset: 400, translation: -5, velocity: -160).snap == 1)
    #expect(try layout.settle(offset: 400, translation: -5, velocity: -161).snap == 2)
    for (width, distance) in [(200.0, 50.0), (251, 50.2), (1000, 200), (2000, 225)] {
      let layout = try CarouselLayout(items: row([100]), viewport: Viewport(width: width))
      #expect((layout.flickDistance - distance).magnitude < 1e-9)
    }
  }

  @Test(
    "A fast drag goes as far as it would slow down to",
    arguments: [
      (Deceleration.normal.rate, -2000.0, 2), (Deceleration.fast.rate, -2000, 1),
      (Deceleration.normal.rate, -4000, 5), (Deceleration.fast.rate, -6100, 2), (0.5, -9000, 1),
    ])
  func projection(deceleration: Double, velocity: Double, snap: Int) throws {
    let layout = try pages { $0.deceleration = deceleration }
    #expect(try layout.settle(offset: 0, velocity: velocity).snap == snap)
  }

  @Test("With one step a drag never skips a page")
  func oneStep() throws {
    for mode in CarouselLayout.Mode.allCases {
      let layout = try pages { ($0.oneStep, $0.mode) = (true, mode) }
      #expect(try layout.settle(offset: 800, translation: -2000, velocity: -9000).snap == 3)
      #expect(try layout.settle(offset: 800, translation: 2000, velocity: 9000).snap == 1)
      #expect(try layout.settle(offset: 0, translation: 2000, velocity: 9000).snap == 0)
    }
  }

  @Test("By proximity it rests at a page only near one")
  func proximity() throws {
    let layout = try pages { ($0.mode, $0.proximity) = (.proximity, 0.1) }
    let near = try layout.settle(offset: 0, translation: -361)
    #expect(near.snap == 1 && near.offset == 400 && near.isAtSnap)
    let between = try layout.settle(offset: 0, translation: -359)
    #expect(between.snap == 1 && between.offset == 359 && !between.isAtSnap)
    #expect(try layout.settle(offset: 0, translation: -39).offset == 0)
    #expect(try layout.settle(offset: 0, translation: -41).offset == 41)
  }

  @Test("A free carousel rests where the drag ends, within the row")
  func free() throws {
    let layout = try pages { $0.mode = .free }
    let settled = try layout.settle(offset: 100, translation: -20, velocity: -100)
    #expect((settled.offset - 169.9).magnitude < 1e-9)
    #expect(settled.snap == 0 && !settled.isAtSnap)
    #expect(try layout.settle(offset: 100, translation: 500).offset == 0)
    #expect(try layout.settle(offset: 100, translation: -9000).offset == 2000)
  }

  @Test("Several snaps at an end count as one step, and as the outermost at rest")
  func keptSnaps() throws {
    let layout = try carousel([Double](repeating: 100, count: 10)) {
      ($0.align, $0.contain, $0.oneStep) = (.center, .keep, true)
    }
    #expect(try layout.settle(offset: 688).snap == 9)
    #expect(try layout.settle(offset: 688, translation: 60).snap == 7)
    #expect(try layout.settle(offset: 0).snap == 0)
    #expect(try layout.settle(offset: 0, translation: -60).snap == 2)
  }
}
