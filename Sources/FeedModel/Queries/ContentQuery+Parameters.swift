import StrictJSON

extension ContentQuery {
  /// The longest text that can be searched for, in code points.
  public static let longestSearch = 200

  /// The query that `parameters` write for the items of `kind`: `sort` and `q`, and every other
  /// name is a field, alone or with a comparison after a dot.
  ///
  /// - Throws: all problems of the parameters.
  public init(
    parameters: [String: String], for kind: ContentKind
  ) throws(ContentQueryProblems) {
    var filters = parameters
    let sort = filters.removeValue(forKey: "sort")
    let search = filters.removeValue(forKey: "q")
    try self.init(
      filters, sort, search, ContentQueryParser(kind: kind, besideFields: ", sort or q"))
  }

  /// The query with these texts for the items of `kind`, as a composition writes it:
  /// `{"filter":{"rating.gte":"4"},"sort":"-published_at","q":"…"}`.
  ///
  /// - Parameters:
  ///   - filters: the conditions, by fields and operators.
  ///   - sort: the order; the default one if there is none.
  ///   - search: the words of a search.
  ///   - kind: the kind of the items.
  ///   - isStored: whether they are stored, so that a former version may have accepted larger numbers.
  /// - Throws: everything that is wrong with the texts.
  public init(
    filters: [String: String] = [:], sort: String? = nil, search: String? = nil,
    for kind: ContentKind, isStored: Bool = false
  ) throws(ContentQueryProblems) {
    try self.init(filters, sort, search, ContentQueryParser(kind: kind, isStored: isStored))
  }

  private init(
    _ filters: [String: String], _ sort: String?, _ search: String?, _ parser: ContentQueryParser
  ) throws(ContentQueryProblems) {
    var parser = parser
    var found: [Filter] = []
    for (name, value) in filters.sorted(by: { $0.key < $1.key }) {
      // `rating=4` and `rating.eq=4` are one condition.
      guard let filter = parser.filter(name, value), !found.contains(filter) else { continue }
      found.append(filter)
    }
    self.init(
      filters: found,
      sort: sort.map { parser.sort($0) } ?? [],
      search: search.map { parser.search($0) })
    guard parser.problems.isEmpty else {
      throw ContentQueryProblems(listed: []).adding(parser.problems)
    }
  }

  /// The parameters that write this query, in an order that depends on the query only.
  public var parameters: [(name: String, value: String)] {
    var names: Set<String> = []
    var parameters = filters.sorted { ($0.name, $0.value) < ($1.name, $1.value) }.map { filter in
      // Of two equal comparisons of a field, one has the other name: no parameter is repeated.
      (
        name: names.insert(filter.name).inserted ? filter.name : filter.longName,
        value: filter.value
      )
    }
    if !sort.isEmpty { parameters.append(("sort", sort.map(\.text).joined(separator: ","))) }
    if let search { parameters.append(("q", search)) }
    return parameters
  }

  /// The words of ``search`` as texts are compared: all of them are to be found.
  public var searchWords: [String] { search.map(TextFolding.words) ?? [] }
}

extension ContentQuery.Filter {
  /// The parameter that writes the filter: `title`, or `rating.gte`.
  public var name: String {
    comparison == .equal ? field : longName
  }

  /// The name with its comparison: `title.eq`.
  var longName: String { "\(field).\(comparison.rawValue)" }
}

extension ContentQuery.SortKey {
  /// The key as a query writes it: `id`, or `-published_at`.
  public var text: String { (isDescending ? "-" : "") + field }
}

/// Reads the texts of a query and notes what is wrong with them.
private struct ContentQueryParser {
  let kind: ContentKind
  let fields: [ContentField]
  /// The allowed names beside those of fields, in words.
  let alternatives: String
  let isStored: Bool
  var problems: [ContentQueryProblem] = []

  init(kind: ContentKind, besideFields alternatives: String = "", isStored: Bool = false) {
    self.kind = kind
    self.alternatives = alternatives
    self.isStored = isStored
    fields = kind.allFields
  }

  mutating func filter(_ name: String, _ value: String) -> ContentQuery.Filter? {
    let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let field = fields.first(where: { $0.name == parts[0] }) else {
      note(name, "a field of \(kind.name) (\(fieldNames))\(alternatives)", found: name)
      return nil
    }
    let suffix = parts.count > 1 ? String(parts[1]) : ContentQuery.Filter.Comparison.equal.rawValue
    guard let comparison = ContentQuery.Filter.Comparison(rawValue: suffix) else {
      let known = ContentQuery.Filter.Comparison.allCases.map(\.rawValue).joined(separator: ", ")
      note(name, "a comparison after the dot, one of \(known)", found: suffix)
      return nil
    }
    guard field.allows(comparison) else {
      note(name, "eq or ne, the comparisons of \(field.typeName) fields", found: suffix)
      return nil
    }
    guard let compared = field.comparable(value), isStored || !compared.isBeyondSafeIntegers else {
      note(name, field.comparableExpectation(insteadOf: value), found: value)
      return nil
    }
    return ContentQuery.Filter(field: field.name, comparison: comparison, value: value)
  }

  mutating func sort(_ text: String) -> [ContentQuery.SortKey] {
    var keys: [ContentQuery.SortKey] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let isDescending = part.hasPrefix("-")
      let name = String(isDescending ? part.dropFirst() : part)
      guard let field = fields.first(where: { $0.name == name }) else {
        note(
          "sort",
          "fields of \(kind.name) separated by commas, such as -id (\(fieldNames))",
          found: text)
        return []
      }
      guard field.type.storage != .list else {
        note("sort", "fields that are no lists", found: text)
        return []
      }
      guard !keys.contains(where: { $0.field == name }) else {
        note("sort", "each field at most once", found: text)
        return []
      }
      keys.append(ContentQuery.SortKey(field: name, isDescending: isDescending))
    }
    return keys
  }

  mutating func search(_ text: String) -> String {
    if !fields.contains(where: { $0.type.isSearchable }) {
      note("q", "no search, because \(kind.name) have no text fields", found: text)
    } else if text.unicodeScalars.count > ContentQuery.longestSearch {
      note("q", "at most \(ContentQuery.longestSearch) characters", found: text)
    } else if !text.isAcceptable || TextFolding.words(of: text).isEmpty {
      note("q", "words to search for", found: text)
    }
    return text
  }

  private var fieldNames: String { fields.map(\.name).joined(separator: ", ") }

  private mutating func note(_ parameter: String, _ expected: String, found: String) {
    problems.append(
      ContentQueryProblem(parameter: parameter, expected: expected, found: .text(found)))
  }
}

extension ContentField {
  /// Whether filters compare the field in this way.
  package func allows(_ comparison: ContentQuery.Filter.Comparison) -> Bool {
    type.isOrdered || comparison == .equal || comparison == .notEqual
  }

  /// The value that `text` in a filter has; `nil` for none. It need not be one that the field may hold:
  /// a rating can be compared with 7.
  package func comparable(_ text: String) -> FieldValue? {
    type.compared.value(of: text)
  }

  /// The values that ``comparable(_:)`` reads, in words, for a query that compares with `text`.
  fileprivate func comparableExpectation(insteadOf text: String) -> String {
    let type = type.compared
    if type is TextField { return "text without NUL characters" }
    guard type is IntegerField || type is ReferenceField, let json = JSONTree(json: text) else {
      return type.expectation.phrase
    }
    let range = type is ReferenceField ? SafeInteger.identifiers : SafeInteger.range
    return json.expectation(in: range, type.expectation).phrase
  }
}

extension FieldValue {
  /// Whether this is a whole number that is none of ``SafeInteger``.
  fileprivate var isBeyondSafeIntegers: Bool {
    if case .integer(let value) = self { !SafeInteger.range.contains(value) } else { false }
  }
}

extension String {
  /// No content has a NUL character, so no query needs one.
  fileprivate var isAcceptable: Bool { !utf8.contains(0) }
}
