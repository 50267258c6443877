extension StaticExporter {
  /// How an exporter works.
  package struct Configuration: Sendable {
    /// The choice of what is exported.
    package var selection: ExportSelection
    /// The unique name of the database.
    package var database: String
    /// The version of the pictures.
    package var pictureVersion: Int
    /// How long pages and pictures are kept that nothing names any more.
    package var keeping: Duration
    /// How many objects are written, and pictures made, at a time.
    package var width: Int

    package init(
      selection: ExportSelection, database: String, pictureVersion: Int, keeping: Duration,
      width: Int
    ) {
      self.selection = selection
      self.database = database
      self.pictureVersion = pictureVersion
      self.keeping = keeping
      self.width = width
    }
  }
}
