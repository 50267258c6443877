/// The values of a statement's parameters: those of `?` in their order, those of `:name` by their names.
package struct SQLArguments: Sendable {
  /// The values of the parameters without names.
  package private(set) var values: [SQLValue]
  /// The values of the parameters with names.
  package private(set) var named: [String: SQLValue]

  package init(_ values: [SQLValue] = []) {
    self.values = values
    named = [:]
  }

  /// The arguments of both.
  static func + (one: SQLArguments, other: SQLArguments) -> SQLArguments {
    var sum = one
    sum += other
    return sum
  }

  static func += (arguments: inout SQLArguments, others: SQLArguments) {
    arguments.values += others.values
    arguments.named.merge(others.named) { $1 }
  }
}

extension SQLArguments: ExpressibleByArrayLiteral {
  package init(arrayLiteral values: (any SQLConvertible)?...) {
    self.init(values.map { value -> SQLValue in value?.sqlValue ?? .null })
  }
}

extension SQLArguments: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral values: (String, (any SQLConvertible)?)...) {
    self.init()
    named = Dictionary(values.map { name, value in (name, value?.sqlValue ?? .null) }) { $1 }
  }
}
