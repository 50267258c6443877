/// Who sees an item, as far as its window is in place, in SQL.
enum ChangeAudience {
  /// Whether everybody sees the item with these expressions for its kind and its id.
  static func isPublic(kind: String, id: String) -> String {
    """
    NOT EXISTS (
      SELECT 1 FROM item_windows AS windows
      WHERE windows.kind = \(kind) AND windows.id = \(id)
        AND (NOT windows.was_shown OR windows.targeting IS NOT NULL))
    """
  }

  /// Whether clients that meet its condition see it, and others do not.
  static func isTargeted(kind: String, id: String) -> String {
    """
    EXISTS (
      SELECT 1 FROM item_windows AS windows
      WHERE windows.kind = \(kind) AND windows.id = \(id)
        AND windows.was_shown AND windows.targeting IS NOT NULL)
    """
  }
}
