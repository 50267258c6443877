import FeedHTTP
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
import HummingbirdCore
import LayoutCatalog
import StrictJSON

/// One page of a list of content, all as of one revision.
struct ContentPage: Sendable {
  let items: [StoredItem]
  /// The position after the last item; `nil` at the end of the list.
  let next: ListPosition?
  /// The number of items of the whole list, if requested.
  let total: Int?

  /// The page of `request` that follows `position`, of the items shown at `moment`, or of all items for `nil`.
  init(
    _ request: ContentListRequest, after position: ListPosition?, shownAt moment: Timestamp?,
    from reader: any ContentReader
  ) throws {
    let visibility = moment.map { Visibility(at: $0) }
    // Reading one more than the limit shows whether there is a next page, without counting.
    let found: [StoredItem]
    (found, total) = try request.items(
      after: position, limit: request.limit + 1, visibility: visibility, from: reader)
    items = Array(found.prefix(request.limit))
    next =
      found.count > request.limit
      ? items.last.map { ListPosition(behind: $0.content, in: request.query) } : nil
  }

  /// The page with the address of the next one.
  func document(
    fields: FieldSelection, in locale: ContentLocale, withWindows: Bool, next: String?
  ) -> PublishedDocument {
    let items = items.map(locale.localized)
    let bytes = JSONWriter.encode { writer in
      writer.object { object in
        object.array("result", items) { fields.write($1, withWindow: withWindows, to: &$0) }
        if let total { object.member("total", total) }
        object.notes(locale.notes)
        object.key("next")
        if let next { object.value(next) } else { object.null() }
      }
    }
    return PublishedDocument(bytes: bytes, next: next)
  }
}

/// The content of a list's cursor: the position of the last item of a page.
struct ContentCursor: Codable {
  /// The values of the sort fields of the last item of a page.
  let values: [String?]
  let id: Int
}

extension ContentListRequest {
  /// Refuses a search that scans more than `limit` texts.
  func requireCost(upTo limit: Int, in reader: any ContentReader) throws {
    guard query.search != nil else { return }
    func fits(counts: Bool, sort: [ContentQuery.SortKey]) throws -> Bool {
      var query = query
      query.sort = sort
      return try reader.scannedTextCount(
        of: kind, matching: query, counts: counts, upTo: limit + 1) <= limit
    }
    guard try !fits(counts: counts, sort: query.sort) else { return }
    var advice: [String] = []
    if try counts && fits(counts: false, sort: query.sort) { advice.append("leave out count") }
    if try !query.sort.isEmpty && fits(counts: counts, sort: []) {
      advice.append("sort by a date or by id")
    }
    if try advice.isEmpty && counts && !query.sort.isEmpty && fits(counts: false, sort: []) {
      advice.append("leave out count and sort by a date or by id")
    }
    let others = advice.isEmpty ? "" : ", or " + advice.joined(separator: ", or ")
    throw Problem(
      status: .unprocessableContent, code: "search_too_costly", title: "Search too costly",
      detail: "the words of q are in so many items that no index helps; add a longer or rarer word "
        + "or a filter\(others)")
  }

  /// Up to `limit` items after `position`, and the number of all if it is requested.
  fileprivate func items(
    after position: ListPosition?, limit: Int, visibility: Visibility?,
    from reader: any ContentReader
  ) throws -> (items: [StoredItem], total: Int?) {
    if counts, position == nil {
      let counted = try reader.countedItems(
        of: kind, matching: query, visibility: visibility, limit: limit)
      return (counted.items, counted.count)
    }
    let items = try reader.items(
      of: kind, matching: query, visibility: visibility, after: position, limit: limit)
    return (
      items, counts ? try reader.count(of: kind, matching: query, visibility: visibility) : nil
    )
  }

  /// The position after which the page begins; `nil` for the first page.
  func position(verifiedBy signer: CursorSigner) throws -> ListPosition? {
    try cursor.map { cursor in
      guard let content = signer.open(cursor, as: ContentCursor.self, for: purpose) else {
        throw Problem.invalidCursor
      }
      return ListPosition(values: content.values, id: content.id)
    }
  }

  /// The URL of the page after `position`.
  func address(after position: ListPosition, signedBy signer: CursorSigner) throws -> String {
    address(
      cursor: try signer.cursor(
        ContentCursor(values: position.values, id: position.id), for: purpose))
  }

  /// A cursor belongs to its query: the filters, the order and the search, but not the size of pages.
  private var purpose: String {
    "content/\(kind.name)?\(locale.text.map { "locale=\($0)&" } ?? "")"
      + query.parameters.map { "\($0.name)=\($0.value.percentEncoded)" }.joined(separator: "&")
  }
}

/// The parameters of a request for a list of content.
struct ContentListRequest {
  let kind: ContentKind
  let query: ContentQuery
  /// The fields of an item to return.
  let fields: FieldSelection
  let limit: Int
  /// Whether to count all items.
  let counts: Bool
  /// The cursor of the page before.
  let cursor: String?
  /// The locale of the items.
  let locale: ContentLocale
  /// The locale in which the items lack a text; `nil` for all items.
  let untranslated: LocaleTag?
  /// The state of the windows of the items; `nil` for all items.
  let state: WindowState?

  /// The parameters that are not part of the query.
  private static let names: Set = [
    "limit", "cursor", "fields", "count", "locale", "untranslated", "visibility",
  ]

  /// The list of `kind` for `request` at `moment`.
  ///
  /// - Parameter known: the locales in which there are texts.
  init(
    _ request: Request, kind: ContentKind, publishing: ItemPublishing, known: KnownLocales,
    at moment: Timestamp
  ) throws {
    let parameters = try request.parameters()
    self.kind = kind
    locale = try ContentLocale(request, publishing)
    untranslated = try request.localeTag("untranslated")
    var query = try ContentQuery(
      parameters: parameters.filter { !Self.names.contains($0.key) }, for: kind)
    // A list of all items by their ids is the same in every locale.
    if query != .all {
      query.lookup = (locale.lookup ?? []).filter { known.includes($0, of: kind.name) }
    }
    query.untranslated = untranslated.map(publishing.locales.lookup)
    state = try request.choice("visibility")
    query.window = state.map { ContentQuery.WindowFilter($0, at: moment) }
    self.query = query
    fields = try FieldSelection(parameters["fields"], of: kind)
    limit = try request.limit(default: PageLimit.default)
    counts = try request.flag("count")
    cursor = parameters["cursor"]
  }

  /// The address of the page that begins at `cursor`.
  func address(cursor: String) -> String {
    var parameters = query.parameters
    if let names = fields.text { parameters.append(("fields", names)) }
    if let text = locale.text { parameters.append(("locale", text)) }
    if let untranslated { parameters.append(("untranslated", untranslated.text)) }
    if let state { parameters.append(("visibility", state.rawValue)) }
    if counts { parameters.append(("count", "true")) }
    parameters += [("limit", "\(limit)"), ("cursor", cursor)]
    let text = parameters.map { "\($0.name)=\($0.value.percentEncoded)" }.joined(separator: "&")
    return "/v1/content/\(kind.name)?\(text)"
  }
}

extension Request {
  /// The request for content of a kind, without the parameters by which links are tracked. One with the name of a field is
  /// a condition on it.
  func untracked(
    forContentOf kind: String, in store: any FeedStore
  ) async throws -> Request {
    guard uri.queryParameters.contains(where: { TrackingParameter.isOne($0.key) }) else {
      return self
    }
    let kind = try await store.kinds()[kind]
    return keepingParameters { !TrackingParameter.isOne($0) || kind?.field(String($0)) != nil }
  }

  /// Whether a list takes no longer than its items: it has no filter, order or search, and is not counted.
  var isPlainList: Bool {
    get throws { Set(try parameters().keys).isSubset(of: ["limit", "cursor", "fields", "locale"]) }
  }

  /// The Boolean query parameter `name`; false if it is missing.
  func flag(_ name: String) throws -> Bool {
    switch try parameter(name) {
    case nil, "false": false
    case "true": true
    case let other?:
      throw Problem.invalidParameter(
        name, expected: "true or false", found: other.quotedExcerpt)
    }
  }
}
