import FeedEditing
import FeedHTTP
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
import HummingbirdCore
import StrictJSON

/// The parameters of a request for a list of content.
struct ContentListRequest {
  let kind: ContentKind
  let query: ContentQuery
  let fields: FieldSelection
  let limit: Int
  let counts: Bool
  let cursor: String?
  let locale: ContentLocale
  /// The locale in which the items lack a text; `nil` for all items.
  let untranslated: LocaleTag?
  /// The state of the windows of the items; `nil` for all items.
  let state: WindowState?

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
    untranslated = try request.localeTag(.untranslated)
    var query = try ContentQuery(
      parameters: parameters.filter { !Parameter.listNames.contains($0.key) }, for: kind)
    // A list of all items by their ids is the same in every locale.
    if query != .all {
      query.lookup = (locale.lookup ?? []).filter { known.includes($0, of: kind.name) }
    }
    query.untranslated = untranslated.map(publishing.locales.lookup)
    state = try request.choice(.visibility)
    query.window = state.map { ContentQuery.WindowFilter($0, at: moment) }
    self.query = query
    fields = try FieldSelection(parameters["fields"], of: kind)
    limit = try request.integer(.limit) ?? NumberedPage.defaultLimit
    counts = try request.flag(.count)
    cursor = parameters["cursor"]
  }
}

// MARK: - Pages

extension ContentListRequest {
  /// The position after which the page begins; `nil` for the first page.
  func position(verifiedBy signer: CursorSigner) throws -> ListPosition? {
    try cursor.map { cursor in
      guard let position = signer.open(cursor, as: ListPosition.self, for: purpose) else {
        throw Problem.invalidCursor
      }
      return position
    }
  }

  /// The URL of the page after `position`.
  func address(after position: ListPosition, signedBy signer: CursorSigner) throws -> String {
    var parameters = query.parameters
    if let names = fields.text { parameters.append(("fields", names)) }
    if let text = locale.text { parameters.append(("locale", text)) }
    if let untranslated { parameters.append(("untranslated", untranslated.text)) }
    if let state { parameters.append(("visibility", state.rawValue)) }
    if counts { parameters.append(("count", "true")) }
    parameters.append(("limit", "\(limit)"))
    parameters.append(("cursor", try signer.cursor(position, for: purpose)))
    return "/v1/content/\(kind.name)?\(Self.query(of: parameters))"
  }

  private static func query(of parameters: [(name: String, value: String)]) -> String {
    parameters.map { "\($0.name)=\($0.value.percentEncoded)" }.joined(separator: "&")
  }

  /// A cursor belongs to its query: the filters, the order and the search, but not the size of pages.
  private var purpose: String {
    "content/\(kind.name)?\(locale.text.map { "locale=\($0)&" } ?? "")"
      + Self.query(of: query.parameters)
  }

  /// The page after `position`, of the items shown at `moment`, or of all items for `nil`.
  ///
  /// - Returns: the items; the position of the next page, `nil` at the end of the list; and the number of the items of the
  ///   whole list, if requested.
  func page(
    after position: ListPosition?, shownAt moment: Timestamp?, from reader: any ContentReader
  ) throws -> (items: [StoredItem], next: ListPosition?, total: Int?) {
    let visibility = moment.map { Visibility(at: $0) }
    // Reading one more than the limit shows whether there is a next page, without counting.
    let found: [StoredItem]
    let total: Int?
    if counts, position == nil {
      let counted = try reader.countedItems(
        of: kind, matching: query, visibility: visibility, limit: limit + 1)
      (found, total) = (counted.items, counted.count)
    } else {
      found = try reader.items(
        of: kind, matching: query, visibility: visibility, after: position, limit: limit + 1)
      total = counts ? try reader.count(of: kind, matching: query, visibility: visibility) : nil
    }
    let items = found.prefix(limit)
    let isLast = found.count <= limit
    let next = isLast ? nil : items.last.map { ListPosition(behind: $0.content, in: query) }
    return (Array(items), next, total)
  }

  /// The document of a page, with the address of the next one.
  func document(
    of items: [StoredItem], total: Int?, withWindows: Bool, next: String?
  ) -> PublishedDocument {
    let items = items.map(locale.localized)
    let bytes = JSONWriter.object { object in
      object.array("result", items) { fields.write($1, withWindow: withWindows, to: &$0) }
      if let total { object.member("total", total) }
      object.notes(locale.notes)
      object.member("next", optional: next) { $0.value($1) }
    }
    return PublishedDocument(bytes: bytes, next: next)
  }

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
      status: .unprocessableContent, code: "search_too_costly",
      detail: "the words of q are in so many items that no index helps; add a longer or rarer word "
        + "or a filter\(others)")
  }
}

extension Request {
  /// The request for content of a kind, without the parameters by which links are tracked. One with the name of a field is
  /// a condition on it.
  func untracked(forContentOf kind: String, in store: any FeedStore) async throws -> Request {
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
}

/// The locale of items in lists and by themselves: that of a reader, or all of them as they were written.
struct ContentLocale: Sendable {
  /// The parameter for the same locale as servers write it; `nil` without one, and for what cannot be read.
  let text: String?
  /// The locales in which values are looked up, the most specific one first; `nil` for all values as they were written.
  let lookup: [LocaleTag]?
  /// What the answer says about how the request was read.
  let notes: [DocumentNote]

  static let all = "*"

  init(_ request: Request, _ publishing: ItemPublishing) throws {
    if try request.text(.contentLocale) == Self.all {
      (text, lookup, notes) = (Self.all, nil, [])
      return
    }
    let asked = try request.askedLocales()
    let reader = publishing.readerLocale(for: asked)
    text = asked == nil || !reader.notes.isEmpty ? nil : reader.tag.text
    (lookup, notes) = (reader.lookup, reader.notes)
  }

  /// The target of `request`, the same for every way to write the locale.
  func target(of request: Request) -> String? {
    guard let target = request.head.path, let query = target.firstIndex(of: "?") else {
      return request.head.path
    }
    let parameters = target[target.index(after: query)...]
      .split(separator: "&", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("locale=") ? "locale=\(text ?? "")" : $0 }
    return target[...query] + parameters.joined(separator: "&")
  }

  func localized(_ item: StoredItem) -> StoredItem {
    lookup.map { StoredItem(item.content.localized(by: $0), window: item.window) } ?? item
  }
}

/// The fields of an item that a response has.
struct FieldSelection {
  private let names: Set<String>?
  /// The parameter with the selection; `nil` for all fields.
  let text: String?

  /// The fields of `kind` in `text`, separated by commas; all fields without a text.
  init(_ text: String?, of kind: ContentKind) throws {
    self.text = text
    guard let text else {
      names = nil
      return
    }
    let known = kind.allFields.map(\.name)
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard names.allSatisfy(known.contains) else {
      throw Problem.invalidParameter(
        "fields",
        expected: "fields of \(kind.name) separated by commas (\(known.joined(separator: ", ")))",
        found: text.quotedExcerpt)
    }
    self.names = Set(names)
  }

  /// Writes `item` with these fields, in the published order; with all fields also its window, if
  /// requested.
  func write(_ item: StoredItem, withWindow: Bool, to writer: inout JSONWriter) {
    if names == nil, withWindow { return writer.item(item) }
    writer.object { object in
      guard let names else { return object.members(of: item.content) }
      for field in item.content.kind.allFields where names.contains(field.name) {
        for (name, value) in item.content.valuesInAllLocales(of: field.name) {
          object.member(name, value)
        }
      }
    }
  }
}

extension Parameter {
  static let contentLocale = query(
    "locale", .text(),
    "The locale of the texts, of filters, order and search, as for screens; * for all values as they were written."
  )
  static let fields = query(
    "fields", .text(), "The fields of an item to return, separated by commas.")

  fileprivate static let count = query(
    "count", .boolean, "Whether to count the items of the whole list.")
  fileprivate static let visibility = query(
    "visibility", .oneText(of: WindowState.allCases.map(\.rawValue)),
    "Only items whose visibility is this now.", role: .viewer)

  /// The parameters of every list.
  static let list =
    choices + [
      query("sort", .text(), "The order: fields separated by commas, with - for descending."),
      query("q", .text(), "Words to search for in the texts of the items."), ifNoneMatch,
    ]
  private static let choices = [
    fields, count, contentLocale, untranslated, visibility, limit, cursor,
  ]

  /// The names of the parameters of lists that are not part of the query.
  fileprivate static let listNames = Set(choices.map(\.name))

  /// The conditions on fields of `kind`.
  static func filters(of kind: ContentKind) -> [Parameter] {
    kind.allFields.flatMap { field in
      ContentQuery.Filter.Comparison.allCases.filter(field.allows).map { comparison in
        let filter = ContentQuery.Filter(field: field.name, comparison: comparison, value: "")
        return query(
          filter.name, .text(), "Only items whose \(field.name) satisfies this comparison.")
      }
    }
  }
}
