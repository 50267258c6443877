package import FeedEditing
package import FeedLayout
import FeedModel
import FeedPublisher

extension LayoutChecks {
  /// The checks that lay out example items for `viewports` and the extremes of screens.
  package init(for viewports: [Viewport]) {
    self.init(
      kind: { try $0.check(for: viewports, in: $1) },
      composition: { try $0.check(for: viewports, in: $1) })
  }
}
