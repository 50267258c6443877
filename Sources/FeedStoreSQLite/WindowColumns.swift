import FeedModel
import GRDB

/// The columns of `item_windows` beside those of an item. An item without a row there is always shown.
enum WindowColumns {
  /// What a query selects of the table called `windows`.
  static let selection = """
    windows.is_draft AS window_is_draft, windows.publish_at AS window_publish_at, \
    windows.unpublish_at AS window_unpublish_at
    """

  /// How often ``isShown(at:includesDrafts:)`` names its moment.
  static let momentCount = 2

  /// True for the items shown at `moment`, an expression of SQL.
  static func isShown(at moment: String, includesDrafts: Bool = false) -> String {
    """
    (\(includesDrafts ? "" : "coalesce(windows.is_draft, 0) = 0 AND ")\
    (windows.publish_at IS NULL OR windows.publish_at <= \(moment)) \
    AND (windows.unpublish_at IS NULL OR \(moment) < windows.unpublish_at))
    """
  }

  static func window(in row: Row) -> Window {
    let publishAt: Int? = row["window_publish_at"]
    let unpublishAt: Int? = row["window_unpublish_at"]
    return Window(
      isDraft: row["window_is_draft"] ?? false,
      publishAt: publishAt.map(Timestamp.init(millisecondsSince1970:)),
      unpublishAt: unpublishAt.map(Timestamp.init(millisecondsSince1970:)))
  }
}
