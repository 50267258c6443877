import FeedLayout
import TestSupport
import Testing

struct VisiblePagesTests {
  @Test(
    "The live pages are those around the current one, as many at the ends",
    arguments: [
      (nil, 7, 3, 0..<7), (3, 10, 0, 0..<3), (3, 10, 5, 4..<7), (3, 10, 9, 7..<10),
      (4, 10, 0, 0..<4), (4, 10, 5, 3..<7), (4, 10, 9, 6..<10), (5, 10, 1.5, 0..<5),
      (5, 3, 1, 0..<3),
    ] as [(Int?, Int, Double, Range<Int>)])
  func vectors(limit: Int?, count: Int, offset: Double, expected: Range<Int>) {
    #expect(VisiblePages.range(offsetInPages: offset, pageCount: count, limit: limit) == expected)
  }

  @Test("The window is the library's own formula", arguments: 0...12)
  func formula(count: Int) {
    for limit in 0...14 {
      for current in -20...30 {
        let range = VisiblePages.range(
          offsetInPages: Double(current), pageCount: count, limit: limit)
        #expect(range.count == min(limit, count))
        guard limit > 0, limit <= count else { continue }
        let middle = limit / 2
        var (first, last) = (current - middle, current + middle)
        if limit % 2 == 1 { if current < middle { first -= 1 } else { last += 1 } }
        let (before, after) = (max(0, -first), max(0, last - count))
        let (start, end) = (max(0, first - after), min(count, last + before))
        #expect(range == start..<end, "limit \(limit), page \(current)")
      }
    }
  }

  @Test("Any numbers give a window within the pages")
  func total() {
    for offset in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
      for count in [0, -1, 5, .max, .min] {
        for limit in [nil, 0, -3, 2, .max, .min] as [Int?] {
          let range = VisiblePages.range(offsetInPages: offset, pageCount: count, limit: limit)
          #expect(range.lowerBound >= 0 && range.upperBound <= max(0, count))
          #expect(range.count == min(max(0, limit ?? count), max(0, count)))
        }
      }
    }
  }
}

struct PageOrderTests {
  @Test("The nearest page is on top; in a pile the one that is swiped away stays there")
  func order() {
    let progress = [-2, -0.6, -0.4, 0, 0.4, 0.6, 2]
    #expect(progress.map { PageOrder.nearest.zIndex(atProgress: $0) } == [-2, -1, 0, 0, 0, -1, -2])
    #expect(progress.map { PageOrder.pile.zIndex(atProgress: $0) } == [2, 1, 0, 0, 0, -1, -2])
    #expect(
      progress.map { PageOrder.reversePile.zIndex(atProgress: $0) } == [-2, -1, 0, 0, 0, 1, 2])
    for order in PageOrder.allCases {
      #expect(order.zIndex(atProgress: -0.1).sign == .plus)
      #expect(order.zIndex(atProgress: .nan) == 0)
      #expect(order.zIndex(atProgress: -.infinity).isFinite)
    }
  }
}

struct ScrollCurveTests {
  @Test(
    "A curve has done this much after a quarter, half and three quarters of the time",
    arguments: [
      (ScrollCurve.linear, [0.25, 0.5, 0.75]), (.parametric, [0.1, 0.5, 0.9]),
      (.easeInOut, [0.125, 0.5, 0.875]), (.easeIn, [0.0625, 0.25, 0.5625]),
      (.easeOut, [0.4375, 0.75, 0.9375]),
    ])
  func values(curve: ScrollCurve, expected: [Double]) throws {
    for (time, share) in zip([0.25, 0.5, 0.75], expected) {
      #expect((curve.share(at: time) - share).magnitude < 1e-15)
      #expect(
        (try curve.offset(at: time, from: 100, to: -300) - (100 - 400 * share)).magnitude < 1e-12)
    }
  }

  @Test("Every curve goes from start to end and never back", arguments: ScrollCurve.allCases)
  func monotone(curve: ScrollCurve) {
    #expect(curve.share(at: 0) == 0 && curve.share(at: 1) == 1)
    #expect(curve.share(at: -5) == 0 && curve.share(at: .infinity) == 1)
    #expect(curve.share(at: .nan) == 0)
    var last = 0.0
    for step in 0...10_000 {
      let share = curve.share(at: Double(step) / 10_000)
      #expect(share >= last - 1e-15 && share <= 1)
      last = share
    }
  }

  @Test("An offset that is no number is refused")
  func refused() {
    #expect(throws: LayoutError.self) { try ScrollCurve.linear.offset(at: 0, from: .nan, to: 0) }
    #expect(throws: LayoutError.self) {
      try ScrollCurve.linear.offset(at: 0, from: 0, to: .infinity)
    }
  }
}
