package import FeedModel
package import FeedStore
import StrictJSON

/// Writes items as a document that can be imported, piece by piece.
package struct TransferEncoder: Sendable {
  private let kind: ContentKind
  private let format: TransferFormat
  private let hasWindows: Bool
  /// The locales that a table has columns for.
  private let locales: [LocaleTag]
  private var isFirst = true

  /// A document of `kind` in `format`.
  ///
  /// - Parameters:
  ///   - hasWindows: whether it says when items are shown.
  ///   - locales: the locales of the items' translations, for a table.
  package init(
    kind: ContentKind, format: TransferFormat, hasWindows: Bool, locales: [LocaleTag] = []
  ) {
    self.locales = locales
    self.kind = kind
    self.format = format
    self.hasWindows = hasWindows
  }

  /// The text before the items.
  package var beginning: [UInt8] {
    switch format {
    case .json: Array("{\"result\":[".utf8)
    case .ndjson: []
    case .csv:
      CSVRow.encode { row in
        for field in kind.allFields {
          row.cell(field.name)
          guard field.isLocalized else { continue }
          for locale in locales { row.cell(TranslatedName.text(field.name, locale)) }
        }
        if hasWindows { for name in WindowField.all { row.cell(name) } }
      }
    }
  }

  /// The text after the items.
  package var end: [UInt8] {
    format == .json ? Array("\n]}\n".utf8) : []
  }

  /// The next items.
  package mutating func encode(_ items: [StoredItem]) -> [UInt8] {
    var bytes: [UInt8] = []
    for item in items {
      switch format {
      case .json:
        bytes += Array((isFirst ? "\n" : ",\n").utf8)
        bytes += json(item)
      case .ndjson:
        bytes += json(item)
        bytes.append(UInt8(ascii: "\n"))
      case .csv:
        bytes += csv(item)
      }
      isFirst = false
    }
    return bytes
  }

  /// The JSON of an item; that of one that is always shown has no window, as in a content file.
  private func json(_ item: StoredItem) -> [UInt8] {
    JSONWriter.encode { writer in
      writer.object { object in
        object.members(of: item.content)
        guard hasWindows, item.window != .always else { return }
        object.member(WindowField.isDraft, item.window.isDraft)
        for (name, moment) in item.moments {
          if let moment { object.member(name, moment.text) }
        }
        object.condition(of: item.window)
      }
    }
  }

  private func csv(_ item: StoredItem) -> [UInt8] {
    CSVRow.encode { row in
      row.cell("\(item.content.id)")
      for (place, field) in kind.fields.enumerated() {
        row.cell(item.content.values[place], isOptional: field.isNullable)
        guard field.isLocalized else { continue }
        let translations = item.content.translations.filter { $0.place == place }
        for locale in locales {
          row.cell(
            translations.first { $0.locale == locale }?.value ?? .null, isOptional: true)
        }
      }
      guard hasWindows else { return }
      row.cell("\(item.window.isDraft)")
      for (_, moment) in item.moments { row.cell(moment?.text ?? "") }
      row.cell(item.window.when?.canonicalText ?? "")
    }
  }
}

extension StoredItem {
  fileprivate var moments: [(name: String, moment: Timestamp?)] {
    [
      (WindowField.publishAt, window.publishAt), (WindowField.unpublishAt, window.unpublishAt),
    ]
  }
}

/// One row of a table in CSV (RFC 4180).
private struct CSVRow {
  private var bytes: [UInt8] = []
  private var isFirst = true

  /// The row that `write` fills, with the end of its line.
  static func encode(_ write: (inout CSVRow) -> Void) -> [UInt8] {
    var row = CSVRow()
    write(&row)
    return row.bytes + Array("\r\n".utf8)
  }

  /// Adds the cell of a value. Without quotation marks an empty cell of an optional one is no value.
  mutating func cell(_ value: FieldValue, isOptional: Bool) {
    let text = value.plainText
    cell(text, isQuoted: isOptional && !value.isNull && text.isEmpty)
  }

  /// Adds a cell. Text that a spreadsheet would take for a formula is not escaped.
  mutating func cell(_ text: String, isQuoted: Bool = false) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    let needsMarks = isQuoted || text.utf8.contains { ",\"\r\n".utf8.contains($0) }
    guard needsMarks else {
      bytes.append(contentsOf: text.utf8)
      return
    }
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
