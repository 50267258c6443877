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
    let frames = try type.standardOptions.layout(of: generated.items, in: generated.viewport)
      .frames
    let changes = FrameChanges(from: frames, to: frames)
    #expect(changes.isEmpty && changes.unmovedCount == frames.count)
    let gone = FrameChanges(from: frames, to: [])
    #expect(gone.removed == frames.map(\.id) && gone.moved.isEmpty && gone.inserted.isEmpty)
    let fresh = FrameChanges(from: [], to: frames)
    #expect(fresh.inserted == frames && fresh.removed.isEmpty && !fresh.isEmpty)
  }

  @Test("Ids that occur twice are no trap")
  func twice() {
    let frames = (0..<4).map {
      Frame(id: $0 % 2, x: 0, y: Double($0), width: 1, height: 1)
    }
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
