import FeedLayout
import TestSupport
import Testing

/// Properties of every carousel, for any items and options.
struct CarouselPropertyTests {
  @Test(
    "Snaps are in order, and within the row if they are contained",
    arguments: SeededGenerator.seeds)
  func order(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let layout = try GeneratedCarousel(using: &random).layout()
      let offsets = layout.snaps.map(\.offset)
      #expect(offsets == offsets.sorted())
      #expect(layout.snaps.map(\.index) == Array(offsets.indices))
      #expect(layout.snaps.allSatisfy { (0...1).contains($0.progress) })
      #expect(layout.snaps.map(\.progress) == layout.snaps.map(\.progress).sorted())
      if let loop = layout.loop {
        #expect(offsets.allSatisfy { $0 >= loop.start && $0 < loop.start + loop.period })
      } else {
        let limits = try #require(layout.scrollLimits)
        #expect(offsets.allSatisfy { limits.contains($0) })
        if layout.options.contain != .none {
          let end = layout.snaps.count == 1 ? 0 : layout.maxScrollOffset
          #expect(offsets.first ?? 0 == 0 && offsets.last ?? 0 == end)
        }
      }
    }
  }

  @Test(
    "Every item belongs to exactly one snap, and the maps are each other's inverse",
    arguments: SeededGenerator.seeds)
  func membership(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let layout = try GeneratedCarousel(using: &random).layout()
      let members = layout.snaps.flatMap { Array($0.items) }
      #expect(members == Array(layout.frames.indices))
      #expect(layout.snaps.allSatisfy { !$0.items.isEmpty })
      for item in layout.frames.indices {
        let snap = try #require(layout.snap(ofItem: item))
        #expect(try #require(layout.items(ofSnap: snap)).contains(item))
      }
      for snap in layout.snaps {
        #expect(snap.items.allSatisfy { layout.snap(ofItem: $0) == snap.index })
      }
    }
  }

  @Test("Trimmed snaps are all different", arguments: SeededGenerator.seeds)
  func trimmed(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var generated = try GeneratedCarousel(using: &random, loops: false)
      generated.options.contain = .trim
      let trimmed = try generated.layout()
      for (left, right) in zip(trimmed.snaps, trimmed.snaps.dropFirst()) {
        #expect(left.offset < right.offset)
      }
      generated.options.contain = .keep
      let kept = try generated.layout()
      let isShort = kept.contentSize.width <= kept.viewport.width + 1
      #expect(isShort || Set(kept.snaps.map(\.offset)) == Set(trimmed.snaps.map(\.offset)))
    }
  }

  @Test("An offset is its progress, and progress its offset", arguments: SeededGenerator.seeds)
  func progress(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let layout = try GeneratedCarousel(using: &random).layout()
      for snap in layout.snaps {
        #expect(try layout.progress(atOffset: snap.offset) == snap.progress)
      }
      let bounds =
        layout.loop.map { $0.start...($0.start + $0.period).nextDown } ?? layout.scrollLimits
      let limits = try #require(bounds)
      guard limits.lowerBound < limits.upperBound else {
        #expect(try layout.progress(atOffset: limits.lowerBound) == 0)
        continue
      }
      for _ in 0..<10 {
        let offset = Double.random(in: limits, using: &random)
        let progress = try layout.progress(atOffset: offset)
        #expect((0...1).contains(progress))
        let back = try layout.offset(atProgress: progress)
        let distance = (back - offset).magnitude
        #expect(min(distance, (layout.loop?.period ?? .infinity) - distance) < 1e-8)
      }
      let start = try layout.offset(atProgress: 0)
      #expect(try layout.progress(atOffset: start) == 0)
      if layout.loop == nil {
        #expect(try layout.offset(atProgress: 1) == limits.upperBound)
        #expect(try layout.progress(atOffset: limits.upperBound) == 1)
      }
    }
  }

  @Test("The items in view are those whose boxes are, each once", arguments: SeededGenerator.seeds)
  func inView(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let layout = try GeneratedCarousel(using: &random).layout()
      let view = layout.viewport.width
      for offset in layout.interestingOffsets(using: &random) {
        let seen = try layout.itemsInView(atOffset: offset)
        #expect(Set(seen).count == seen.count)
        var last = -Double.infinity
        for item in seen {
          let leading = try layout.leadingEdge(ofItem: item, atOffset: offset)
          #expect(leading > last, "in the reading direction")
          last = leading
        }
        for item in layout.frames.indices {
          let width = layout.frames[item].width
          let leading = try layout.leadingEdge(ofItem: item, atOffset: offset)
          let visible = min(leading + width, view) - max(leading, 0)
          let wanted = layout.options.inViewThreshold * min(width, view)
          let slack = visible - wanted
          // Rounding decides when it is about a hairline.
          guard slack.magnitude > 1e-4, visible.magnitude > 1e-4 else { continue }
          #expect(seen.contains(item) == (visible > 0 && slack > 0), "\(item) at \(offset)")
        }
      }
    }
  }

  @Test("From right to left everything is the mirror image", arguments: SeededGenerator.seeds)
  func mirror(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      var generated = try GeneratedCarousel(using: &random)
      generated.options.direction = .leftToRight
      let left = try generated.layout()
      generated.options.direction = .rightToLeft
      let right = try generated.layout()
      #expect(left.snaps == right.snaps && left.loop == right.loop)
      for (one, other) in zip(left.frames, right.frames) {
        #expect((one.x - (left.viewport.width - other.maxX)).magnitude < 1e-9)
        #expect(one.width == other.width && one.id == other.id)
      }
      for offset in left.interestingOffsets(using: &random) {
        let translation = Double.random(in: -900...900, using: &random)
        let velocity = Double.random(in: -3000...3000, using: &random)
        let one = try left.settle(offset: offset, translation: translation, velocity: velocity)
        let other = try right.settle(offset: offset, translation: -translation, velocity: -velocity)
        #expect(one == other)
        #expect(try left.itemsInView(atOffset: offset) == right.itemsInView(atOffset: offset))
        for item in left.frames.indices {
          #expect(
            try left.displacement(ofItem: item, atOffset: offset)
              == right.displacement(ofItem: item, atOffset: offset).map { 0 - $0 })
        }
      }
    }
  }

  @Test(
    "A pull beyond the ends is held back, and nothing else is", arguments: SeededGenerator.seeds)
  func rubberBand(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let layout = try GeneratedCarousel(using: &random).layout()
      for offset in layout.interestingOffsets(using: &random) {
        let shown = try layout.rubberBanded(offset: offset)
        guard let limits = layout.scrollLimits, !limits.contains(offset) else {
          #expect(shown == offset)
          continue
        }
        let end = offset < limits.lowerBound ? limits.lowerBound : limits.upperBound
        #expect((shown - end).magnitude < (offset - end).magnitude)
        #expect((shown < end) == (offset < end))
        #expect((shown - end).magnitude <= layout.viewport.width)
      }
    }
  }

  @Test("Very many items are laid out, and the largest of them")
  func many() throws {
    let sizes = [1e-3, 1e6, 37.5]
    let items = (0..<TestScale.count(gate: 20_000, soak: 1_000_000)).map {
      LayoutItem(id: $0, mediaSize: Size(width: sizes[$0 % 3], height: sizes[($0 + 1) % 3]))
    }
    for loops in [false, true] {
      var options = CarouselLayout.Options()
      options.loops = loops
      options.group = .automatic
      let layout = try CarouselLayout(
        items: items, viewport: Viewport(width: 390), options: options)
      #expect((layout.loop != nil) == loops)
      #expect(layout.contentSize.width.isFinite)
      #expect(layout.snapOfItem.count == items.count)
      let settled = try layout.settle(offset: 1e11, translation: -1e300, velocity: -1e300)
      #expect(settled.isAtSnap && settled.offset.isFinite)
      #expect(loops || settled.snap == layout.snaps.count - 1)
    }
  }
}
