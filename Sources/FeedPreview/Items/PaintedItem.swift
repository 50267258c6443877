import FeedLayout
import FeedModel
import FeedPublisher

/// An item as it appears while nobody touches the screen.
struct PaintedItem {
  /// Position in the section's items and frames.
  let index: Int
  let item: FeedItem
  /// The published frame, in section coordinates.
  let frame: Rectangle
  /// Where it appears, in section coordinates: the frame, except for the cards of a pile.
  let box: Rectangle
  /// 0 (not painted at all) to 1.
  let opacity: Double

  var id: Int { item.entity.id }
}

extension FeedSection {
  /// The items from the back to the front.
  var paintedItems: [PaintedItem] {
    let frames = layout.frames.map { Rectangle($0) }
    switch layout {
    case .circularCarousel(let ring):
      return zip(frames.indices, ring.states.first?.items ?? [])
        .sorted { ($0.1.zIndex, $1.0) < ($1.1.zIndex, $0.0) }
        .map { index, placement in
          painted(index, frames[index], at: frames[index], opacity: placement.opacity)
        }
    case .cardStack(let pile):
      return frames.indices.reversed().map { index in
        guard let state = pile.states.first(where: { $0.progress == Double(index) })?.transform.card
        else { return painted(index, frames[index], at: frames[index], opacity: 0) }
        return painted(
          index, frames[index], at: frames[index].moved(by: state), opacity: state.alpha)
      }
    case .justifiedRows(let rows):
      // Hidden items come last and have no extent.
      return frames.indices.dropLast(rows.hiddenItemIDs.count).map {
        painted($0, frames[$0], at: frames[$0], opacity: 1)
      }
    case .shelf, .snapCarousel, .uniformGrid, .staggeredGrid, .carousel:
      return frames.indices.map { painted($0, frames[$0], at: frames[$0], opacity: 1) }
    }
  }

  /// How far the items reach to both sides, in screen coordinates: at least the section's frame.
  var paintedExtent: (minX: Double, maxX: Double) {
    var (left, right) = (frame.x, frame.x + frame.width)
    for item in paintedItems {
      left = min(left, frame.x + min(item.frame.x, item.box.x))
      right = max(right, frame.x + max(item.frame.maxX, item.box.maxX))
    }
    return (left, right)
  }

  private func painted(
    _ index: Int, _ frame: Rectangle, at box: Rectangle, opacity: Double
  ) -> PaintedItem {
    PaintedItem(index: index, item: items[index], frame: frame, box: box, opacity: opacity)
  }
}

extension Rectangle {
  /// The box of a card after `transform`, which is not rotated at rest.
  func moved(by transform: MovedCard) -> Rectangle {
    let size = (width: width * transform.scale, height: height * transform.scale)
    return Rectangle(
      x: midX + transform.tx - size.width / 2, y: midY + transform.ty - size.height / 2,
      width: size.width, height: size.height)
  }
}
