import FeedLayout

/// The input of all algorithms: pictures of every usual shape, the same in every run.
struct Input {
  let items: [LayoutItem]
  let viewport: Viewport
  /// The sizes of the items alone, for the floor.
  let pictures: [Picture]

  /// The part of an item that the divisions need.
  struct Picture {
    let id: Int
    let width: Double
    let height: Double
  }

  init(count: Int) throws {
    var random = SplitMix(state: 7)
    pictures = (1...count).map { id in
      Picture(
        id: id, width: Double(400 + random.next() % 5600),
        height: Double(400 + random.next() % 5600))
    }
    items = pictures.map {
      LayoutItem(id: $0.id, mediaSize: Size(width: $0.width, height: $0.height))
    }
    viewport = try Viewport(width: 390)
  }
}

/// SplitMix64 (Steele, Lea, Flood 2014): small, and the same everywhere.
private struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
