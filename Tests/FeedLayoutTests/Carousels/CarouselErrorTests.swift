import FeedLayout
import Testing

/// Options that a carousel refuses, and the errors for them.
struct CarouselErrorTests {
  private func error(_ configure: (inout CarouselLayout.Options) -> Void) -> LayoutError? {
    do {
      _ = try carousel([100, 200], configure)
      return nil
    } catch {
      return error as? LayoutError
    }
  }

  @Test("An option out of its range is named")
  func options() throws {
    let cases: [(String, WritableKeyPath<CarouselLayout.Options, Double>, [Double])] = [
      ("spacing", \.spacing, [-1, 1025]),
      ("leading_inset", \.leadingInset, [-1, 4097]),
      ("trailing_inset", \.trailingInset, [-0.5, 1e300]),
      ("scroll_padding", \.scrollPadding, [-1, 200]),
      ("proximity", \.proximity, [-1, 11]),
      ("deceleration", \.deceleration, [0, 1, -0.5, 1.5]),
      ("commit_threshold", \.commitThreshold, [0, -1, 1.1]),
      ("flick_velocity", \.flickVelocity, [-1, 1e7]),
      ("in_view_threshold", \.inViewThreshold, [-0.1, 1.1]),
    ]
    for (name, path, values) in cases {
      for value in values + [.nan, .infinity, -.infinity] {
        let error = error { $0[keyPath: path] = value }
        guard case .optionOutOfRange(name, let found, _) = error else {
          Issue.record("\(name) \(value): \(String(describing: error))")
          continue
        }
        #expect(found.isNaN && value.isNaN || found == value)
      }
    }
  }

  @Test("A height no item can have is refused", arguments: [0, -1, 1e7, .nan, .infinity])
  func itemHeight(height: Double) {
    let error = error { $0.itemHeight = height }
    #expect(error.map { "\($0)".hasPrefix("item_height: ") } == true)
  }

  @Test("A group of no items and an alignment outside the view are refused")
  func groupAndAlign() {
    for count in [0, -1, .min, .max] {
      let error = error { $0.group = .items(count) }
      #expect(error.map { "\($0)".hasPrefix("group: ") } == true)
    }
    for share in [-0.1, 1.5, .nan] {
      let error = error { $0.align = .fraction(share) }
      #expect(error.map { "\($0)".hasPrefix("align: ") } == true)
    }
  }

  @Test("An item without a size is named")
  func missingSize() throws {
    let items = row([100]) + [LayoutItem(id: 8)]
    let viewport = try Viewport(width: 400)
    #expect(throws: LayoutError.missingMediaSize(index: 1, id: 8)) {
      try CarouselLayout(items: items, viewport: viewport)
    }
  }

  @Test(
    "An item with a size no item can have is named",
    arguments: [0, -1, .infinity, 1e-4, 1e7, .greatestFiniteMagnitude])
  func unusableSize(length: Double) throws {
    let viewport = try Viewport(width: 400)
    for size in [Size(width: length, height: 10), Size(width: 10, height: length)] {
      let items = row([100]) + [LayoutItem(id: 8, mediaSize: size)]
      #expect(throws: LayoutError.unusableMediaSize(index: 1, id: 8, size: size)) {
        try CarouselLayout(items: items, viewport: viewport)
      }
    }
  }

  @Test("A number that is no offset, translation, velocity or progress is refused")
  func numbers() throws {
    let layout = try carousel([300, 300, 300])
    for value in [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude] {
      let calls: [(LayoutError.Quantity, () throws -> Void)] = [
        (.offset, { _ = try layout.settle(offset: value) }),
        (.translation, { _ = try layout.settle(offset: 0, translation: value) }),
        (.velocity, { _ = try layout.settle(offset: 0, velocity: value) }),
        (.offset, { _ = try layout.progress(atOffset: value) }),
        (.progress, { _ = try layout.offset(atProgress: value) }),
        (.offset, { _ = try layout.itemsInView(atOffset: value) }),
        (.offset, { _ = try layout.snap(atOffset: value) }),
        (.offset, { _ = try layout.offset(ofSnap: 0, from: value) }),
        (.offset, { _ = try layout.rubberBanded(offset: value) }),
        (.offset, { _ = try layout.displacement(ofItem: 0, atOffset: value) }),
        (.offset, { _ = try layout.offsetFromLeft(ofOffset: value) }),
        (.offset, { _ = try layout.offset(keepingItemOf: layout, at: value) }),
        (.offset, { _ = try CarouselLayout.pixelRounded(offset: value, pixelsPerPoint: 2) }),
        (.scale, { _ = try CarouselLayout.pixelRounded(offset: 1, pixelsPerPoint: value) }),
      ]
      for (quantity, call) in calls {
        let error = #expect(throws: LayoutError.self, "\(quantity)") { try call() }
        #expect(error?.quantity == quantity)
      }
    }
    #expect(throws: LayoutError.self) { try layout.offset(atProgress: -0.01) }
    #expect(throws: LayoutError.self) { try layout.offset(atProgress: 1.01) }
  }

  @Test("There is nothing at a position where there is no item or snap")
  func noSuchIndex() throws {
    let layout = try carousel([300, 300, 300])
    for index in [-1, 3, .min, .max] {
      #expect(layout.snap(ofItem: index) == nil)
      #expect(layout.items(ofSnap: index) == nil)
      #expect(try layout.offset(ofSnap: index, from: 0) == nil)
      #expect(try layout.displacement(ofItem: index, atOffset: 0) == nil)
    }
  }
}
