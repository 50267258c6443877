package import FeedLayout
package import StrictJSON

/// The documents that say how content looks.
package enum DesignType: String, CaseIterable, Hashable, Sendable {
  case cell
  case theme

  /// The name of the list of all of them in addresses, and of their folder in seeds and exports.
  package var folder: String {
    switch self {
    case .cell: "cells"
    case .theme: "themes"
    }
  }

  /// The word in the names of types: `Cell`.
  package var title: String {
    switch self {
    case .cell: "Cell"
    case .theme: "Theme"
    }
  }
}

/// The type and the name of a design: `cells/pin`.
package struct DesignKey: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let type: DesignType
  package let name: String

  package init(_ type: DesignType, _ name: String) {
    self.type = type
    self.name = name
  }

  /// Reads `cells/pin`; `nil` for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let type = DesignType.allCases.first(where: { $0.folder == parts[0] }),
      ReservedNames.isWellFormed(parts[1])
    else { return nil }
    self.init(type, parts[1])
  }

  package var description: String { "\(type.folder)/\(name)" }

  package static func < (one: DesignKey, other: DesignKey) -> Bool {
    one.description < other.description
  }
}

/// A cell or a theme as it was written.
package struct Design: Hashable, Sendable {
  /// The value of a design.
  package enum Content: Hashable, Sendable {
    case cell(CellDefinition)
    case theme(CellTheme)
  }

  package let content: Content
  /// The document, a JSON object without white space between its values.
  package let text: String

  /// Reads the document of a design.
  ///
  /// - Parameter theme: the theme with the names that a cell may use; `nil` for a document that is stored, whose names
  ///   were checked.
  /// - Throws: everything that is wrong with it, with the place.
  package init(
    reading tree: JSONTree, as type: DesignType, theme: CellTheme?
  ) throws(DocumentProblems) {
    let bytes = tree.bytes
    guard bytes.count <= CellDefinition.maximumByteCount else {
      throw DocumentProblems([
        DocumentProblem(
          pointer: "", expected: .words("at most \(CellDefinition.maximumByteCount) bytes"),
          found: .number("\(bytes.count)"))
      ])
    }
    content =
      switch type {
      case .cell: .cell(try CellDefinition(reading: tree, theme: theme))
      case .theme: .theme(try CellTheme(reading: tree))
      }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// The type and the name.
  package var key: DesignKey {
    switch content {
    case .cell(let definition): DesignKey(.cell, definition.name)
    case .theme(let theme): DesignKey(.theme, theme.name)
    }
  }

  /// The title of a cell.
  package var title: String? {
    if case .cell(let definition) = content { definition.title } else { nil }
  }

  package static func == (one: Design, other: Design) -> Bool { one.text == other.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
