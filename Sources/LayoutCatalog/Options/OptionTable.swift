/// Where in `Root` an option's value goes.
package typealias OptionPath<Root, Value> = any WritableKeyPath<Root, Value> & Sendable

/// All that `Root` can be told, each option with its help and its effect.
///
/// The one list that the command line, addresses, compositions and conformance cases read options by:
/// what one of them knows, all of them know, by the same name and with the same limits.
package struct OptionTable<Root: Sendable>: Sendable {
  /// One option.
  package struct Row: Sendable {
    package let description: OptionDescription
    let set: @Sendable (inout Root, String) throws(OptionProblem) -> Void

    /// An option whose text `set` understands.
    package init(
      _ description: OptionDescription,
      set: @escaping @Sendable (inout Root, String) throws(OptionProblem) -> Void
    ) {
      self.description = description
      self.set = set
    }
  }

  package let rows: [Row]

  package init(_ rows: [Row] = []) {
    self.rows = rows
  }

  /// These options before those of `other`.
  package static func + (table: OptionTable, other: OptionTable) -> OptionTable {
    OptionTable(table.rows + other.rows)
  }

  /// The options of something that `Root` has a part of.
  package static func part<Part: Sendable>(
    _ path: OptionPath<Root, Part>, _ table: OptionTable<Part>
  ) -> OptionTable {
    OptionTable(
      table.rows.map { row in
        Row(row.description) { root, text throws(OptionProblem) in
          try row.set(&root[keyPath: path], text)
        }
      })
  }

  /// The options as a person reads of them, in their order.
  package var descriptions: [OptionDescription] { rows.map(\.description) }

  /// Tells `root` what `texts` say, by published name.
  ///
  /// - Throws: the first of: an option there is no such one of, a text that is no value of its
  ///   option, a required option that is missing.
  package func apply(_ texts: [String: String], to root: inout Root) throws(OptionProblem) {
    let names = Set(rows.map(\.description.name))
    if let unknown = texts.keys.filter({ !names.contains($0) }).min() {
      let known = rows.map(\.description.name).joined(separator: ", ")
      throw OptionProblem(
        option: unknown, expected: known.isEmpty ? "no options" : "one of the options \(known)",
        found: unknown, isUnknown: true)
    }
    for row in rows {
      if let text = texts[row.description.name] {
        try row.set(&root, text)
      } else if row.description.form == .requiredValue {
        throw OptionProblem(
          option: row.description.name, expected: row.description.valueName, found: nil)
      }
    }
  }
}
