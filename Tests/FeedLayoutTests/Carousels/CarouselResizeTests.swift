import FeedLayout
import TestSupport
import Testing

struct CarouselResizeTests {
  @Test("A page stays the page when the view becomes wider")
  func pages() throws {
    func layout(_ width: Double) throws -> CarouselLayout {
      try CarouselLayout(
        items: row([Double](repeating: width - 16, count: 6)), viewport: Viewport(width: width))
    }
    let (portrait, landscape) = (try layout(390), try layout(844))
    for (old, new) in zip(portrait.snaps, landscape.snaps) {
      #expect(try landscape.offset(keepingItemOf: portrait, at: old.offset) == new.offset)
      #expect(try portrait.offset(keepingItemOf: landscape, at: new.offset) == old.offset)
    }
  }

  @Test("The first snap stays the first, however much is seen beside it")
  func firstSnap() throws {
    for align in [CarouselLayout.Alignment.start, .center, .end] {
      var options = CarouselLayout.Options()
      options.align = align
      let items = row([Double](repeating: 100, count: 20))
      let wide = try CarouselLayout(items: items, viewport: Viewport(width: 780), options: options)
      let narrow = try CarouselLayout(
        items: items, viewport: Viewport(width: 390), options: options)
      #expect(try narrow.offset(keepingItemOf: wide, at: 0) == 0)
      #expect(try wide.offset(keepingItemOf: narrow, at: 0) == 0)
    }
  }

  @Test("Between snaps the same share of the same item is gone")
  func share() throws {
    let small = try carousel([100, 200, 300, 400, 500, 600, 700]) { $0.mode = .free }
    let large = try carousel([200, 400, 600, 800, 1000, 1200, 1400]) { $0.mode = .free }
    // Item 2 begins at 8 + 100 + 8 + 200 + 8 = 324 and 8 + 200 + 8 + 400 + 8 = 624.
    #expect(try large.offset(keepingItemOf: small, at: 324 + 75) == 624 + 150)
    // Half of the gap before it.
    #expect(try large.offset(keepingItemOf: small, at: 320) == 620)
    // Half of the inset.
    #expect(try large.offset(keepingItemOf: small, at: 4) == 4)
  }

  @Test("An item is found by its id")
  func ids() throws {
    let old = try carousel([300, 300, 300, 300, 300])
    let items = row([300, 300, 300, 300, 300])
    let new = try CarouselLayout(
      items: [LayoutItem(id: 99, mediaSize: Size(width: 50, height: 50))] + items,
      viewport: Viewport(width: 400))
    #expect(try new.offset(keepingItemOf: old, at: old.snaps[2].offset) == new.snaps[3].offset)
    let shorter = try CarouselLayout(items: Array(items.prefix(2)), viewport: Viewport(width: 400))
    let kept = try shorter.offset(keepingItemOf: old, at: old.snaps[3].offset)
    #expect(kept == shorter.snaps.last?.offset)
  }

  @Test("The leading item is the same after any change of sizes", arguments: SeededGenerator.seeds)
  func sameItem(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      var generated = try GeneratedCarousel(using: &random)
      // Less than half of any view.
      generated.options.scrollPadding = min(generated.options.scrollPadding, 60)
      let old = try generated.layout()
      guard !old.frames.isEmpty else { continue }
      let items = generated.items.map { item in
        LayoutItem(
          id: item.id,
          mediaSize: Size(width: Double.random(in: 10...500, using: &random), height: 50))
      }
      let new = try CarouselLayout(
        items: items, viewport: GeneratedCarousel.viewport(using: &random),
        options: generated.options)

      if new.options.mode != .free {
        // At rest it stays at rest, at the snap of the same item.
        for snap in old.snaps where try old.snap(atOffset: snap.offset) == snap.index {
          let kept = try new.offset(keepingItemOf: old, at: snap.offset)
          let index = try #require(new.snap(ofItem: snap.items.lowerBound))
          #expect(kept == new.snaps[index].offset)
        }
        continue
      }
      let end = old.loop?.period ?? old.maxScrollOffset
      for _ in 0..<10 {
        let offset = Double.random(in: 0...max(end, 1), using: &random)
        let kept = try new.offset(keepingItemOf: old, at: offset)
        #expect(kept.isFinite)
        if let limits = new.scrollLimits {
          #expect(limits.contains(kept))
          // At an end there is no room to keep the item where it was.
          guard kept > limits.lowerBound, kept < limits.upperBound else { continue }
        }
        let item = try leading(in: old, at: offset)
        let nowLeading = try leading(in: new, at: kept)
        #expect(item == nil || item == nowLeading)
      }
    }
  }

  /// The item the view's leading edge is well inside of.
  private func leading(in layout: CarouselLayout, at offset: Double) throws -> Int? {
    for item in layout.frames.indices {
      let edge = try layout.leadingEdge(ofItem: item, atOffset: offset)
      if edge < -1e-3, edge + layout.frames[item].width > 1e-3 { return item }
    }
    return nil
  }
}
