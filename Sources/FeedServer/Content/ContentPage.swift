import FeedModel
import FeedPublisher
import FeedStore
import StrictJSON

/// One page of a list of content, all as of one revision.
struct ContentPage: Sendable {
  let items: [StoredItem]
  /// The place behind the last item; `nil` at the end of the list.
  let next: ListPosition?
  /// How many items the whole list has, if that was asked for.
  let total: Int?

  /// The page of `request` that follows `position`, of what is shown at `moment` if there is one.
  init(
    _ request: ContentListRequest, after position: ListPosition?, shownAt moment: Timestamp?,
    from reader: any ContentReader
  ) throws {
    let perspective = moment.map { Perspective(at: $0) }
    // One more than asked for tells whether there is a next page, without counting.
    let found = try reader.items(
      of: request.kind, matching: request.query, from: perspective, after: position,
      limit: request.limit + 1)
    items = Array(found.prefix(request.limit))
    next =
      found.count > request.limit
      ? items.last.map { ListPosition(behind: $0.entity, sortedBy: request.query.sort) } : nil
    total =
      request.counts
      ? try reader.count(of: request.kind, matching: request.query, from: perspective) : nil
  }

  /// The page with the address of the next one.
  func document(
    fields: FieldSelection, withWindows: Bool, next: String?
  ) -> PublishedDocument {
    PublishedDocument { writer in
      writer.object { object in
        object.array("result", items) { fields.write($1, withWindow: withWindows, to: &$0) }
        if let total { object.member("total", total) }
        object.key("next")
        if let next { object.value(next) } else { object.null() }
      }
    }
  }
}

/// What the cursor of a list says.
struct ContentCursor: Codable {
  /// The values of the sort fields of the last item of a page.
  let values: [String]
  let id: Int
}

extension ContentListRequest {
  /// Where the page begins; `nil` for the first one.
  func position(verifiedBy signer: CursorSigner) throws -> ListPosition? {
    try cursor.map { cursor in
      let content = try signer.open(cursor, as: ContentCursor.self, for: purpose)
      return ListPosition(values: content.values, id: content.id)
    }
  }

  /// The address of the page behind `position`.
  func address(after position: ListPosition, signedBy signer: CursorSigner) throws -> String {
    address(
      cursor: try signer.cursor(
        ContentCursor(values: position.values, id: position.id), for: purpose))
  }

  /// A cursor belongs to its query: the filters, the order and the search, but not the size of pages.
  private var purpose: String {
    "content/\(kind.rawValue)?"
      + query.parameters.map { "\($0.name)=\($0.value.percentEncoded)" }.joined(separator: "&")
  }
}
