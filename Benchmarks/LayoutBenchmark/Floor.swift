import FeedLayout

/// The least a two-column split can do: for each item the divisions of its two heights, and the store
/// of a frame. No column is chosen and nothing is checked.
enum Floor {
  /// As large as the frame a layout stores.
  struct Box {
    var id: Int
    var x: Double
    var y: Double
    var width: Double
    var height: Double
    var column: Int
  }

  static func run(_ input: Input) -> Double {
    let half = input.viewport.width / 2
    let cell = (input.viewport.width - 24) / 2
    var balance = 0.0
    let pictures = input.pictures
    let boxes = [Box](unsafeUninitializedCapacity: pictures.count) { storage, count in
      for index in pictures.indices {
        let picture = pictures[index]
        balance += (half / picture.width * picture.height).rounded(.up)
        let height = (cell / picture.width * picture.height).rounded(.up)
        storage.initializeElement(
          at: index,
          to: Box(id: picture.id, x: 8, y: balance, width: cell, height: height, column: index & 1))
      }
      count = pictures.count
    }
    return balance + (boxes.last?.height ?? 0)
  }
}
