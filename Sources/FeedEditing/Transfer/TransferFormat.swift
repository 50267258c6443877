/// How content is written to be carried elsewhere.
public enum TransferFormat: String, CaseIterable, Sendable {
  /// `{"result":[…]}`, as content files are.
  case json
  /// A JSON object a line.
  case ndjson
  /// A row an item below a row of column names (RFC 4180).
  case csv

  /// The media type of the format.
  public var mediaType: String {
    switch self {
    case .json: "application/json"
    case .ndjson: "application/x-ndjson"
    case .csv: "text/csv; charset=utf-8"
    }
  }
}
