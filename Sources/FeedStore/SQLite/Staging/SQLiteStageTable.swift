/// The temporary table is in a file that SQLite removes from its folder as soon as it is open, so nothing is left of it
/// when the process ends, however it does.
extension StageTable {
  /// Creates the table: the fields, then the window and the state, whose names begin with an underscore as
  /// no field does.
  var creation: String {
    """
    CREATE TABLE \(name) (
      \(content.columns[0]) INTEGER PRIMARY KEY,
      \(content.columns.dropFirst().map { $0 + "," }.joined(separator: " "))
      _patch TEXT, _replaces_translations INTEGER NOT NULL, _has_window INTEGER NOT NULL,
      _is_draft INTEGER NOT NULL, _publish_at INTEGER, _unpublish_at INTEGER,
      _targeting TEXT, _has_targeting INTEGER NOT NULL, _pointer TEXT, _line INTEGER,
      _state INTEGER NOT NULL DEFAULT \(State.inserted.rawValue)
    )
    """
  }

  var insertion: String {
    let columns = content.columns.filter { $0 != TranslationColumn.name }
    let marks = Array(repeating: "?", count: columns.count + 10).joined(separator: ", ")
    return """
      INSERT OR REPLACE INTO \(name)
        (\(columns.joined(separator: ", ")), _patch, _replaces_translations, _has_window, _is_draft, _publish_at,
        _unpublish_at, _targeting, _has_targeting, _pointer, _line)
      VALUES (\(marks))
      """
  }
}
