/// Which of several pages that share a place is nearer to the viewer: the higher number is
/// (CollectionViewPagingLayout, amirdew, MIT).
///
/// Pages whose numbers are the same are in the order of the items, the later one nearer.
public enum PageOrder: String, CaseIterable, Hashable, Sendable {
  /// The page in the middle is nearest: −|round(p)|. What the library's SwiftUI pages all have, piles
  /// included, so that a card drops behind the next one once it is half gone.
  case nearest
  /// A card that is swiped away stays on top of the pile: −round(p). What the library's UIKit piles
  /// have.
  case pile
  /// The same for a pile that is swiped through backwards: round(p).
  case reversePile = "reverse_pile"

  /// Of a page at `progress`; one that is not a number counts as 0.
  public func zIndex(atProgress progress: Double) -> Double {
    let page = progress.isNaN ? 0 : progress.saturated.rounded(.toNearestOrAwayFromZero)
    // 0 minus, so that the page in the middle is 0 and not −0.
    switch self {
    case .nearest: return 0 - page.magnitude
    case .pile: return 0 - page
    case .reversePile: return page + 0
    }
  }
}
