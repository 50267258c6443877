/// How content is written to be carried elsewhere.
public enum TransferFormat: String, CaseIterable, Sendable {
  /// `{"result":[…]}`, as content files are.
  case json
  /// A JSON object a line.
  case ndjson
  /// A row an item below a row of column names (RFC 4180), with any separator where it is read.
  case csv

  /// The media type of the format.
  public var mediaType: String {
    switch self {
    case .json: "application/json"
    case .ndjson: "application/x-ndjson"
    case .csv: "text/csv; charset=utf-8"
    }
  }

  /// The media types that documents of the format are sent with, without parameters, the usual one first.
  package var mediaTypes: [String] {
    switch self {
    case .json: ["application/json", "text/json"]
    case .ndjson:
      [
        "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonl",
        "application/x-jsonlines", "application/json-lines",
      ]
    // Browsers on a computer with Excel send tables with its types.
    case .csv:
      [
        "text/csv", "text/tab-separated-values", "application/csv", "application/x-csv",
        "text/x-csv", "text/comma-separated-values", "text/x-comma-separated-values",
        "application/vnd.ms-excel", "application/excel", "application/x-excel",
        "application/x-msexcel", "application/msexcel",
      ]
    }
  }

  /// The ends of the names of files with documents of the format, the usual one first.
  package var fileEnds: [String] {
    switch self {
    case .json: ["json"]
    case .ndjson: ["ndjson", "jsonl"]
    case .csv: ["csv", "tsv", "tab", "txt"]
    }
  }

  /// The ends of the names of files that hold tables in a form that is not read. Their content says what they are, where
  /// a table is expected.
  private static let workbookEnds = ["xlsx", "xlsm", "xlsb", "xls", "ods", "numbers"]

  /// The format of the file called `name`; `nil` if its end says none. That of a packed file is the one of its content.
  package init?(fileName name: String) {
    let ends = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    let isPacked = ends.count > 1 && ends.last == "gz"
    let end = String((isPacked ? ends.dropLast() : ends[...]).last ?? "")
    if let format = Self.allCases.first(where: { $0.fileEnds.contains(end) }) {
      self = format
    } else if Self.workbookEnds.contains(end) {
      self = .csv
    } else {
      return nil
    }
  }
}
