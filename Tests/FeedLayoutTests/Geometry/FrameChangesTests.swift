import FeedLayout
import TestSupport
import Testing

/// The changes between two lists of frames.
struct FrameChangesTests {
  @Test("Changes are those of every item looked up by its id", arguments: SeededGenerator.seeds)
  func lookup(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      func frames() -> [Frame] {
        var ids = Array(1...Int.random(in: 1...12, using: &random))
        if Bool.random(using: &random) { ids.shuffle(using: &random) }
        return ids.filter { _ in Int.random(in: 0..<5, using: &random) > 0 }.map { id in
          Frame(
            id: id, x: Double(Int.random(in: 0...1, using: &random)), y: 0, width: 1,
            height: Double(Int.random(in: 1...2, using: &random)))
        }
      }
      let (old, new) = (frames(), frames())
      let changes = FrameChanges(from: old, to: new)
      let pairs = new.compactMap { after in
        old.first { $0.id == after.id }.map { (before: $0, after: after) }
      }
      func areSame(_ lhs: [Frame], _ rhs: [Frame]) -> Bool { lhs == rhs }
      // Found outside the macro: closures of one type in several #expect can be taken for another.
      let moved = pairs.filter { $0.before != $0.after }.map(\.after)
      let unmovedCount = pairs.count { $0.before == $0.after }
      let inserted = new.filter { after in !old.contains { $0.id == after.id } }
      let removed = old.map(\.id).filter { id in !new.contains { $0.id == id } }
      #expect(areSame(changes.moved, moved))
      #expect(changes.unmovedCount == unmovedCount)
      #expect(areSame(changes.inserted, inserted))
      #expect(changes.removed == removed)
      #expect(changes.isEmpty == (old.count == new.count && Set(old) == Set(new)))
    }
  }

  @Test("A layout is unchanged against itself", arguments: SectionLayouts.all)
  func itself(type: any SectionLayout.Type) throws {
    let generated = try GeneratedItems(seed: 5)
    let frames = try type.standardOptions.layout(of: generated.items, in: generated.viewport).frames
    let changes = FrameChanges(from: frames, to: frames)
    #expect(changes.isEmpty && changes.unmovedCount == frames.count)
    let gone = FrameChanges(from: frames, to: [])
    #expect(gone.removed == frames.map(\.id) && gone.moved.isEmpty && gone.inserted.isEmpty)
    let fresh = FrameChanges(from: [], to: frames)
    #expect(fresh.inserted == frames && fresh.removed.isEmpty && !fresh.isEmpty)
  }

  @Test("Ids that occur twice are no trap")
  func twice() {
    let frames = (0..<4).map { Frame(id: $0 % 2, x: 0, y: Double($0), width: 1, height: 1) }
    let changes = FrameChanges(from: frames, to: frames.reversed())
    #expect(changes.inserted.isEmpty && changes.removed.isEmpty)
    #expect(changes.moved.count + changes.unmovedCount == 4)
  }

  @Test("What is stored in few bytes reads as it was given")
  func storage() {
    let size = Size(width: 3, height: 0)
    let item = LayoutItem(id: -7, mediaSize: size, columnSpan: 0, keptColumn: 0)
    #expect(item.id == -7 && item.mediaSize == size)
    #expect(item.columnSpan == 0 && item.keptColumn == 0)
    let bare = LayoutItem(id: .max)
    #expect(bare.mediaSize == nil && bare.columnSpan == 1 && bare.keptColumn == nil)
    #expect(LayoutItem(id: 1, columnSpan: .max).columnSpan == Int(Int32.max))
    #expect(LayoutItem(id: 1, keptColumn: .max).keptColumn == Int(Int16.max))
    #expect(LayoutItem(id: 1, keptColumn: -3).keptColumn == nil)
    #expect(LayoutItem(id: 1, mediaSize: .zero) != LayoutItem(id: 1))

    let frame = Frame(id: 2, x: 1, y: 2, width: 3, height: 4, column: 5, columnSpan: 6)
    #expect(frame.column == 5 && frame.columnSpan == 6)
    let lower = frame.moved(downBy: 8)
    #expect(lower == Frame(id: 2, x: 1, y: 10, width: 3, height: 4, column: 5, columnSpan: 6))
    #expect(Frame(id: 2, x: 1, y: 2, width: 3, height: 4).column == nil)
    #expect(Frame(id: 2, x: 1, y: 2, width: 3, height: 4, column: .min).column == nil)
  }
}

struct ViewportTests {
  @Test("Widths from 200 to 4096 are accepted", arguments: [200, 390, 393.5, 4096])
  func accepted(width: Double) throws {
    let viewport = try Viewport(width: width)
    #expect(viewport.width == width)
    #expect(viewport.height == nil)
  }

  @Test(
    "Any other width is refused",
    arguments: [
      199.99, 4096.01, 0, -390, .nan, .infinity, -.infinity, .greatestFiniteMagnitude,
      .leastNonzeroMagnitude,
    ])
  func refusedWidth(width: Double) throws {
    let error = try #require(throws: LayoutError.self) { try Viewport(width: width) }
    #expect(error.quantity == .viewportWidth)
  }

  @Test(
    "A height that leaves no card is refused",
    arguments: [199.99, 16384.5, 0, -1, .nan, .infinity, -.infinity])
  func refusedHeight(height: Double) throws {
    let error = try #require(throws: LayoutError.self) { try Viewport(width: 390, height: height) }
    #expect(error.quantity == .viewportHeight)
  }

  @Test("An error says the quantity, what is allowed and what was found")
  func descriptions() {
    let errors: [LayoutError: String] = [
      .outOfRange(.viewportWidth, value: 100, allowed: 200...4096):
        "viewport width: expected 200 to 4096, found 100",
      .outOfRange(.offset, value: .infinity, allowed: -1...1.5):
        "offset: expected -1 to 1.5, found inf",
      .notFinite(.tap, value: .nan): "tap: expected a finite number, found nan",
      .notPositive(.imageWidth, value: 0):
        "image width: expected a finite number above 0, found 0",
      .missingMediaSize(index: 3, id: 7):
        "item 3 (id 7): expected the size of its picture, found none",
      .unusableMediaSize(index: 3, id: 7, size: Size(width: 0, height: 2.5)):
        "item 3 (id 7): expected a picture size that can be laid out, found 0 × 2.5",
      .optionOutOfRange("scaleRatio", value: .nan, allowed: -1e6...1e6):
        "scaleRatio: expected -1000000 to 1000000, found nan",
      .reversedBounds("scale", lower: 2, upper: 1):
        "scale: expected a lower bound of at most 1, found 2",
      .emptyOption("rows"): "rows: expected at least one value, found none",
      .noDirection("axis"): "axis: expected an axis of a length above 0, found one of length 0",
    ]
    for (error, description) in errors { #expect(error.description == description) }
  }
}
