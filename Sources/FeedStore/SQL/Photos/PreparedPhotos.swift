import FeedModel
import StrictJSON

/// A photo that a release shows which is not published.
struct PreparedPhoto {
  let release: Int
  /// Where it is in the operations: `[0].body.photo`.
  let path: String
  let photo: PhotoID
}

extension SQLReading {
  /// The photos that prepared releases show: those that a text in their operations may stand for.
  ///
  /// - Parameter id: only releases that may show this photo are read.
  func preparedPhotos(mayShow id: PhotoID? = nil) throws -> [PreparedPhoto] {
    // A release may show a photo if it names it or one of its addresses, or has texts that are written in another way.
    let naming = """
      AND (\(dialect.place(of: ":photo", in: "operations")) > 0
        OR \(dialect.place(of: "'\\'", in: "operations")) > 0
        OR EXISTS (
          SELECT 1 FROM tanada_photo_addresses AS known
          WHERE known.photo = :photo AND \(dialect.place(of: "known.address", in: "operations")) > 0))
      """
    let rows = try database.rows(
      """
      SELECT id, operations FROM tanada_releases
      WHERE published_revision IS NULL \(id == nil ? "" : naming) ORDER BY id
      """, id.map { ["photo": $0.description] } ?? [:])
    return try rows.flatMap { row in
      let (release, operations): (Int, String) = try (row[0], row[1])
      // A damaged release shows nothing.
      guard let tree = try? JSONTree(parsing: Array(operations.utf8)) else {
        return [PreparedPhoto]()
      }
      let texts = tree.texts(at: "")
      let assigned = try photos(assignedTo: Set(texts.map(\.text.exact)))
      return try texts.compactMap { path, text in
        try shownPhoto(of: text, assigned: assigned).map {
          PreparedPhoto(release: release, path: path, photo: $0)
        }
      }
    }
  }

  /// The photo that `text` names, that is assigned to it, or whose own address it is.
  private func shownPhoto(of text: String, assigned: [ExactText: PhotoID]) throws -> PhotoID? {
    if let id = PhotoID(text), try photo(id) != nil { return id }
    return assigned[text.exact] ?? PhotoAddress.photo(in: text)
  }
}

extension JSONTree {
  /// Every text with its place below `path`: members as `.name`, elements as `[0]`.
  fileprivate func texts(at path: String) -> [(path: String, text: String)] {
    if let string { return [(path, string)] }
    if let members { return members.flatMap { $0.value.texts(at: "\(path).\($0.name)") } }
    return (elements ?? []).enumerated().flatMap { $1.texts(at: "\(path)[\($0)]") }
  }
}
