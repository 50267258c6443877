package import FeedModel

/// The numbers of an export: how many objects were written, stayed, and went.
package struct ExportSummary: Sendable {
  /// The number of the revision that is in service here.
  package let revision: Int
  /// When something of it appears or disappears, so that the export is not true any more; `nil` if nothing will.
  package let expiresAt: Timestamp?
  /// Whether the target has a later revision, so that nothing was done.
  package let isNewerThere: Bool
  package var writtenCount = 0
  package var writtenByteCount = 0
  package var unchangedCount = 0
  /// How many objects are kept that nothing names any more.
  package var keptCount = 0
  package var removedCount = 0
  /// The addresses of pictures that are not there or cannot be made.
  package var missingPictures: [String] = []
  /// What was to be removed and has stayed, since it has something that no export has written.
  package var left: [String] = []
  /// When the next object is to be removed that nothing names any more; `nil` if there is none.
  package var nextRemoval: Timestamp?

  package init(revision: Int, expiresAt: Timestamp?, isNewerThere: Bool) {
    self.revision = revision
    self.expiresAt = expiresAt
    self.isNewerThere = isNewerThere
  }
}
