import FeedLayout

/// The least a two-column split can do: for each item the divisions of its two heights, and the stores
/// of what comes out, a frame and an id in the list of its column. No column is chosen, nothing is
/// rounded and nothing is checked.
enum Floor {
  /// A box as large in memory as the frame that a layout stores.
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
    var ids: [Int] = []
    let boxes = [Box](unsafeUninitializedCapacity: pictures.count) { boxes, boxCount in
      ids = Array(unsafeUninitializedCapacity: pictures.count) { ids, idCount in
        for index in pictures.indices {
          let picture = pictures[index]
          balance += half / picture.width * picture.height
          let height = cell / picture.width * picture.height
          boxes.initializeElement(
            at: index,
            to: Box(
              id: picture.id, x: 8, y: balance, width: cell, height: height, column: index & 1))
          ids.initializeElement(at: index, to: picture.id)
        }
        idCount = pictures.count
      }
      boxCount = pictures.count
    }
    return balance + (boxes.last?.height ?? 0) + Double(ids.last ?? 0)
  }
}
