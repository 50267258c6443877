public import StrictJSON

/// A selection of items of a kind, and their order.
public struct ContentQuery: Hashable, Sendable {
  /// A condition on one field.
  public struct Filter: Hashable, Sendable {
    /// How a field is compared with a value.
    public enum Comparison: String, CaseIterable, Hashable, Sendable {
      case equal = "eq"
      case notEqual = "ne"
      case less = "lt"
      case lessOrEqual = "lte"
      case greater = "gt"
      case greaterOrEqual = "gte"
    }

    /// One of the kind's own fields.
    public let field: String
    public let comparison: Comparison
    /// The value that the field is compared with, as it was written.
    public let value: String

    public init(field: String, comparison: Comparison, value: String) {
      self.field = field
      self.comparison = comparison
      self.value = value
    }

    public static func == (left: Filter, right: Filter) -> Bool {
      left.field == right.field && left.comparison == right.comparison
        && left.value.exact == right.value.exact
    }
  }

  /// A field to sort by.
  public struct SortKey: Hashable, Sendable {
    /// One of the kind's own fields.
    public let field: String
    public let isDescending: Bool

    public init(field: String, isDescending: Bool = false) {
      self.field = field
      self.isDescending = isDescending
    }
  }

  /// All of these hold.
  public var filters: [Filter]
  /// The first key counts most; items that are alike in all come by their ids.
  public var sort: [SortKey]
  /// Text that is found in the items' own texts; `nil` for all items.
  public var search: String?
  /// The locales in which the reader looks values up, the most specific one first: filters, order and search are of
  /// what the reader sees. Without any they are of the values of the default locale.
  package var lookup: [LocaleTag] = []
  /// The locales, the most specific one first, in which items lack some text; `nil` for all items.
  package var untranslated: [LocaleTag]?
  /// The state of the windows of the items; `nil` for all items.
  package var window: WindowFilter?

  /// Items that meet all of `filters` and in which `search` is found, sorted by `sort`.
  public init(filters: [Filter] = [], sort: [SortKey] = [], search: String? = nil) {
    self.filters = filters
    self.sort = sort
    self.search = search
  }

  /// Every item, by id.
  public static let all = ContentQuery()
}

/// One thing wrong with the text of a query: which parameter, what was expected, what was found.
public struct ContentQueryProblem: Hashable, Sendable {
  /// The parameter as it was written: `rating.gte`.
  public let parameter: String
  /// The value or the form that was expected, in words.
  public let expected: String
  /// The value that was found instead.
  public let found: DocumentProblem.Finding
}

extension ContentQueryProblem: CustomStringConvertible {
  public var description: String { "\(parameter): expected \(expected), found \(found.phrase)" }
}

/// Everything that is wrong with the text of a query; never empty.
public struct ContentQueryProblems: Error, Hashable, Sendable {
  /// In the alphabetical order of their parameters.
  public let listed: [ContentQueryProblem]

  /// Problems of other parameters beside these.
  public func adding(_ problems: [ContentQueryProblem]) -> ContentQueryProblems {
    ContentQueryProblems(listed: (listed + problems).sorted { $0.parameter < $1.parameter })
  }
}

extension ContentQueryProblems: CustomStringConvertible {
  public var description: String { listed.map(\.description).joined(separator: "; ") }
}
