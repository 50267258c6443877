import FeedLayout
import TestSupport
import Testing

/// Layouts calculated by hand, in a view of 400 points.
struct CarouselLayoutTests {
  @Test("Items stand side by side with the gaps asked for, each with its own size")
  func frames() throws {
    let items = [
      LayoutItem(id: 5, mediaSize: Size(width: 100, height: 40)),
      LayoutItem(id: 3, mediaSize: Size(width: 250, height: 90)),
      LayoutItem(id: 9, mediaSize: Size(width: 300, height: 60)),
    ]
    var options = CarouselLayout.Options()
    options.spacing = 10
    options.leadingInset = 20
    options.trailingInset = 30
    let layout = try CarouselLayout(items: items, viewport: Viewport(width: 400), options: options)
    #expect(
      layout.frames == [
        Frame(id: 5, x: 20, y: 0, width: 100, height: 40),
        Frame(id: 3, x: 130, y: 0, width: 250, height: 90),
        Frame(id: 9, x: 390, y: 0, width: 300, height: 60),
      ])
    #expect(layout.contentSize == Size(width: 720, height: 90))
    #expect(layout.maxScrollOffset == 320)
  }

  @Test("From right to left the first item is at the right, and the row the mirror image")
  func rightToLeft() throws {
    let layout = try carousel([100, 250, 300]) { $0.direction = .rightToLeft }
    #expect(layout.frames.map(\.x) == [292, 34, -274])
    #expect(try layout.offsetFromLeft(ofOffset: 0) == layout.maxScrollOffset)
    #expect(try layout.offsetFromLeft(ofOffset: layout.maxScrollOffset) == 0)
  }

  // Ten items of 100 with gaps of 8 and insets of 8: 8 + 1072 + 8 = 1088, so the row ends at 688.
  private let ten = [Double](repeating: 100, count: 10)

  @Test("Aligned to the start, item k rests at 8 + 108k, and what lies beyond the end is one snap")
  func trimmedStart() throws {
    let layout = try carousel(ten)
    #expect(layout.snaps.map(\.offset) == [0, 116, 224, 332, 440, 548, 656, 688])
    #expect(layout.snaps.map(\.items.lowerBound) == [0, 1, 2, 3, 4, 5, 6, 7])
    #expect(layout.snaps.last?.items == 7..<10)
    #expect(layout.snapOfItem == [0, 1, 2, 3, 4, 5, 6, 7, 7, 7])
    #expect(layout.snaps.map(\.progress) == layout.snaps.map { $0.offset / 688 })
  }

  @Test("Aligned to the middle, both ends are merged")
  func trimmedCenter() throws {
    // Item k is in the middle at 8 + 108k − 150: the first and second before the row begins.
    let layout = try carousel(ten) { $0.align = .center }
    #expect(layout.snaps.map(\.offset) == [0, 74, 182, 290, 398, 506, 614, 688])
    #expect(layout.snaps.first?.items == 0..<2)
    #expect(layout.snaps.last?.items == 8..<10)
    #expect(layout.snapOfItem == [0, 0, 1, 2, 3, 4, 5, 6, 7, 7])
  }

  @Test("Aligned to the end, the first items are one snap")
  func trimmedEnd() throws {
    let layout = try carousel(ten) { $0.align = .end }
    #expect(layout.snaps.map(\.offset) == [0, 32, 140, 248, 356, 464, 572, 688])
    #expect(layout.snaps.first?.items == 0..<3)
    #expect(layout.snapOfItem == [0, 0, 0, 1, 2, 3, 4, 5, 6, 7])
  }

  @Test("Kept snaps stay within the row, one for each group")
  func kept() throws {
    let layout = try carousel(ten) { ($0.align, $0.contain) = (.center, .keep) }
    #expect(layout.snaps.map(\.offset) == [0, 0, 74, 182, 290, 398, 506, 614, 688, 688])
    #expect(layout.snapOfItem == Array(0..<10))
  }

  @Test("Without containment every item rests exactly where it is aligned")
  func uncontained() throws {
    let layout = try carousel(ten) { ($0.align, $0.contain) = (.center, .none) }
    let expected: [Double] = (0..<10).map { 108 * Double($0) - 142 }
    #expect(layout.snaps.map(\.offset) == expected)
    #expect(layout.frames[0].x == 150, "shown in the middle, as the carousel begins there")
    let limits: ClosedRange<Double> = -142...830
    #expect(layout.scrollLimits == limits)
    #expect(layout.snaps.first?.progress == 0)
    #expect(layout.snaps.last?.progress == 1)
  }

  @Test("A share of the free space aligns between start and end")
  func fraction() throws {
    let layout = try carousel(ten) { ($0.align, $0.contain) = (.fraction(0.25), .none) }
    #expect(layout.snaps[1].offset == 116 - 75)
  }

  @Test("Groups of three have a snap each, and the last group may be short")
  func groups() throws {
    let layout = try carousel(ten) { $0.group = .items(3) }
    #expect(layout.snaps.map(\.offset) == [0, 332, 656, 688])
    #expect(layout.snaps.map(\.items) == [0..<3, 3..<6, 6..<9, 9..<10])
    let center = try carousel(ten) {
      ($0.group, $0.align, $0.contain) = (.items(3), .center, .none)
    }
    // A group of three is 316 long, the last one of one item 100.
    #expect(center.snaps.map(\.offset) == [-34, 290, 614, 830])
  }

  @Test("Automatic groups are as long as the view")
  func automaticGroups() throws {
    let layout = try carousel([150, 150, 50, 390, 100, 402, 403, 10]) {
      ($0.group, $0.contain) = (.automatic, .none)
    }
    // With the gap at the start: 8 + 150 + 8 + 150 + 8 + 50 = 374. Two points more than the view are
    // still a fit, but nothing else fits beside them.
    #expect(layout.snaps.map(\.items) == [0..<3, 3..<4, 4..<5, 5..<6, 6..<7, 7..<8])
  }

  @Test("The gap after the last item counts when groups are made")
  func automaticGroupsAtTheEnd() throws {
    // 192 + 8 + 192 fills 392 of 400: fine with 8 before it or 10 after, and too much with 11.
    for (inset, groups) in [(10.0, [0..<2, 2..<4]), (11, [0..<2, 2..<3, 3..<4])] {
      let layout = try carousel([192, 192, 192, 192]) {
        ($0.group, $0.contain, $0.trailingInset) = (.automatic, .none, inset)
      }
      #expect(layout.snaps.map(\.items) == groups)
    }
    let padded = try carousel([192, 192, 192, 192]) {
      ($0.group, $0.contain, $0.scrollPadding) = (.automatic, .none, 6)
    }
    #expect(padded.snaps.count == 4)
  }

  @Test("A scroll padding moves what rests at an edge inside")
  func scrollPadding() throws {
    let start = try carousel(ten) { $0.scrollPadding = 8 }
    #expect(start.snaps.map(\.offset).prefix(3) == [0, 108, 216])
    let end = try carousel(ten) { ($0.scrollPadding, $0.align) = (8, .end) }
    #expect(end.snaps.map(\.offset).prefix(3) == [0, 40, 148])
    let center = try carousel(ten) { ($0.scrollPadding, $0.align) = (8, .center) }
    #expect(center.snaps[1].offset == 74)
  }

  @Test("A snap within a point of an end is at the end")
  func edgeTolerance() throws {
    // The row ends at 100.5, the second item at 100.
    let layout = try carousel([92, 392.5]) { ($0.leadingInset, $0.trailingInset) = (0, 8) }
    #expect(layout.maxScrollOffset == 100.5)
    #expect(layout.snaps.map(\.offset) == [0, 100.5])
    let three = try carousel([92, 300, 84.5]) { ($0.leadingInset, $0.trailingInset) = (0, 8) }
    #expect(three.maxScrollOffset == 100.5)
    #expect(three.snaps.map(\.offset) == [0, 100.5])
    #expect(three.snaps.last?.items == 1..<3)
  }

  @Test(
    "A row no longer than the view has one snap, at its start or with the row in the middle",
    arguments: [CarouselLayout.Containment.trim, .keep])
  func shortContent(contain: CarouselLayout.Containment) throws {
    for widths in [[100, 100], [384], [190, 186], [384.9]] {
      let start = try carousel(widths) { ($0.contain, $0.align) = (contain, .center) }
      #expect(start.snaps.count == 1)
      #expect(start.snaps[0].offset == 0 && start.snaps[0].items == widths.indices)
      #expect(start.scrollLimits == 0...0)
      #expect(start.frames[0].x == 8)
    }
    let center = try carousel([100, 100]) { ($0.contain, $0.shortContent) = (contain, .center) }
    #expect(center.frames.map(\.x) == [96, 204])
    #expect(center.contentSize.width == 224)
    #expect(try center.itemsInView(atOffset: 0) == [0, 1])
    let mirrored = try carousel([100, 100]) {
      ($0.contain, $0.shortContent, $0.direction) = (contain, .center, .rightToLeft)
    }
    #expect(mirrored.frames.map(\.x) == [204, 96])
  }

  @Test("A row a little longer than the view scrolls")
  func barelyLong() throws {
    let layout = try carousel([190, 190])
    #expect(layout.maxScrollOffset == 4)
    #expect(layout.snaps.map(\.offset) == [0, 4])
  }

  @Test("An item longer than the view that is the only group rests at the start")
  func oneLongGroup() throws {
    let layout = try carousel([900])
    #expect(layout.snaps.map(\.offset) == [0])
    #expect(layout.scrollLimits == 0...516)
  }

  @Test("No items have no snaps and no size")
  func empty() throws {
    let layout = try carousel([])
    #expect(layout.snaps.isEmpty && layout.snapOfItem.isEmpty && layout.frames.isEmpty)
    #expect(layout.contentSize == Size(width: 400, height: 0))
    #expect(try layout.settle(offset: 10, translation: 5, velocity: 3).snap == nil)
    #expect(try layout.itemsInView(atOffset: 0).isEmpty)
    #expect(try layout.snap(atOffset: 0) == nil)
    #expect(try layout.progress(atOffset: 7) == 0)
    #expect(try layout.offset(keepingItemOf: carousel([100]), at: 0) == 0)
    #expect(try carousel([100]).offset(keepingItemOf: layout, at: 0) == 0)
  }

  @Test("Offsets are rounded to device pixels, halves away from zero")
  func pixels() throws {
    #expect(try CarouselLayout.pixelRounded(offset: 0.5, pixelsPerPoint: 1) == 1)
    #expect(try CarouselLayout.pixelRounded(offset: -0.5, pixelsPerPoint: 1) == -1)
    #expect(try CarouselLayout.pixelRounded(offset: 10.3, pixelsPerPoint: 2) == 10.5)
    #expect(try CarouselLayout.pixelRounded(offset: 10.3, pixelsPerPoint: 3) == 31.0 / 3)
  }

  @Test("Items scaled to one height keep their aspect ratios")
  func itemHeight() throws {
    let items = [
      LayoutItem(id: 1, mediaSize: Size(width: 4000, height: 3000)),
      LayoutItem(id: 2, mediaSize: Size(width: 30, height: 40)),
    ]
    var options = CarouselLayout.Options()
    options.itemHeight = 150
    let layout = try CarouselLayout(items: items, viewport: Viewport(width: 400), options: options)
    #expect(
      layout.frames == [
        Frame(id: 1, x: 8, y: 0, width: 200, height: 150),
        Frame(id: 2, x: 216, y: 0, width: 112.5, height: 150),
      ])
    #expect(layout.contentSize == Size(width: 336.5, height: 150))
    for size in [Size(width: 1e9, height: 1), Size(width: -1, height: -1), Size.zero] {
      #expect(throws: LayoutError.unusableMediaSize(index: 0, id: 4, size: size)) {
        try CarouselLayout(
          items: [LayoutItem(id: 4, mediaSize: size)], viewport: Viewport(width: 400),
          options: options)
      }
    }
  }
}
