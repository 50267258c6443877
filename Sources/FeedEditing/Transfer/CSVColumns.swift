import FeedModel
import Foundation
import StrictJSON

/// The columns of a table, from its row of headings: which column holds which field.
struct CSVColumns {
  /// How many columns there are up to the last one with a heading. Those behind it are empty.
  let count: Int
  let problems: [DocumentProblem]
  /// Columns of no field.
  let unknownNames: [String]
  /// The columns before others that have no heading.
  let unnamedIndices: [Int]
  /// Whether any column says when items are shown.
  let haveWindow: Bool
  /// The columns of translations.
  let translations: [(name: String, place: Int, locale: LocaleTag)]
  private let indices: [String: Int]

  /// The columns of a table of `kind`.
  init(_ row: CSVScanner.Row, kind: ContentKind) {
    var problems: [DocumentProblem] = []
    func note(_ expected: DocumentProblem.Expectation, _ found: DocumentProblem.Finding) {
      problems.append(
        DocumentProblem(pointer: "", expected: expected, found: found, line: row.line))
    }
    let fields = kind.allFields
    let known = fields.map(\.name) + WindowField.all
    let names = row.cells.map { cell -> String in
      guard let text = String(validating: cell.bytes, as: UTF8.self) else {
        let name = TextEncoding.name(ofPart: cell.bytes)
        note(
          .table, name.map { .encoding($0) } ?? .byte(cell.bytes.firstInvalidUTF8Byte ?? 0))
        return ""
      }
      return Self.name(of: text, among: known)
    }
    var indices: [String: Int] = [:]
    for (index, name) in names.enumerated() where !name.isEmpty {
      if indices.updateValue(index, forKey: name) != nil {
        note(.words("each column at most once"), .text(name))
      }
    }
    if problems.isEmpty, !known.contains(where: { indices[$0] != nil }) {
      note(
        .words("column names separated by one of \(Self.separatorNames), one of them id"),
        .text(names.joined(separator: ", ")))
    } else {
      for field in fields where field.isRequired && indices[field.name] == nil {
        note(.words("a column called \(field.name)"), .nothing)
      }
    }
    var seen: Set<String> = []
    translations = names.compactMap { name in
      guard let (field, locale) = TranslatedName.parts(of: name),
        let place = kind.place(of: String(field)), kind.fields[place].isLocalized
      else { return nil }
      guard let locale = LocaleTag(locale) else {
        note(
          .words("the name of a field with \(LocaleTag.form) behind the @"), .text(name))
        return nil
      }
      guard seen.insert(TranslatedName.text(String(field), locale)).inserted else {
        note(.words("each locale once"), .text(name))
        return nil
      }
      return (name, place, locale)
    }
    let meant = Set(known + translations.map(\.name))
    count = names.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
    unknownNames = names.filter { !$0.isEmpty && !meant.contains($0) }
    unnamedIndices = names[..<count].indices.filter { names[$0].isEmpty }
    haveWindow = WindowField.all.contains { indices[$0] != nil }
    self.indices = indices
    self.problems = problems
  }

  /// Which column holds the field `name`.
  subscript(name: String) -> Int? { indices[name] }
}

// The headings of columns, as people and spreadsheets write them.
extension CSVColumns {
  /// The name that `text` means: one of `known`, or of a translation, in letters of any case and width, with space
  /// around it, and with spaces or hyphens for underscores; else the text as it is, without space around it.
  private static func name(of text: String, among known: [String]) -> String {
    let text = text.withoutSpaceAround
    let parts = text.precomposedStringWithCompatibilityMapping
      .split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
      .map { String($0).withoutSpaceAround }
    guard let name = [parts[0], fieldName(parts[0])].first(where: known.contains) else {
      return text
    }
    return parts.count == 1 ? name : "\(name)@\(parts[1])"
  }

  private static func fieldName(_ text: String) -> String {
    text.lowercased().split { $0.isWhitespace || $0 == "-" || $0 == "_" }.joined(separator: "_")
  }

  // MARK: - Separators

  /// The characters that spreadsheets write between cells, the usual ones first.
  private static let separators = Array(",;\t|: ".utf8)
  private static let separatorNames = "comma, semicolon, tab, vertical bar, colon, space"

  /// The character between the cells of a table that begins with `text`: the one that a line `sep=;` says, or one with
  /// which there is a column `id`; the comma if there is none.
  static func separator(in text: ArraySlice<UInt8>) -> UInt8 {
    let said = rows(of: text, separatedBy: UInt8(ascii: ",")).first?.saidSeparator
    return ([said].compactMap { $0 } + separators).first { separator in
      let headings = rows(of: text, separatedBy: separator).first { !$0.saysSeparator }
      return headings?.cells.contains {
        name(of: String(decoding: $0.bytes, as: UTF8.self), among: [idName]) == idName
      } == true
    } ?? UInt8(ascii: ",")
  }

  private static let idName = ContentField.identifier.name

  private static func rows(
    of text: ArraySlice<UInt8>, separatedBy separator: UInt8
  ) -> [CSVScanner.Row] {
    var scanner = CSVScanner(separator: separator)
    return (scanner.scan(text) + scanner.finish()).filter { !$0.isBlank }
  }
}

extension CSVScanner.Row {
  /// Whether this is the line `sep=;` that Excel takes for the separator of what follows.
  var saysSeparator: Bool {
    guard let first = cells.first?.bytes, first.count <= 5 else { return false }
    return String(decoding: first.prefix(4), as: UTF8.self).lowercased() == "sep="
      && cells.dropFirst().allSatisfy(\.isBlank)
  }

  /// The separator that the line says, unless it is the one of this row.
  fileprivate var saidSeparator: UInt8? {
    guard saysSeparator, let first = cells.first?.bytes, first.count == 5 else { return nil }
    let said = Unicode.Scalar(first[4])
    return said.isASCII && said != "\"" && !said.properties.isAlphabetic
      && !("0"..."9").contains(said)
      ? first[4] : nil
  }
}
