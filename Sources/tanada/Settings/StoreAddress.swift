import FeedStore

/// Where the content is: `sqlite:FILE` or `postgresql://…`.
enum StoreAddress: Sendable {
  /// The path of a file.
  case sqlite(String)
  case postgreSQL(PostgreSQLAddress)

  private static let scheme = "sqlite:"

  /// The address written as `text`; `nil` if it is none.
  init?(_ text: String) {
    if text.hasPrefix(Self.scheme) {
      let path = String(text.dropFirst(Self.scheme.count))
      guard !path.isEmpty else { return nil }
      self = .sqlite(path)
    } else if let address = try? PostgreSQLAddress(text) {
      self = .postgreSQL(address)
    } else {
      return nil
    }
  }

  /// The file of a SQLite database; `nil` for another one.
  var file: String? {
    if case .sqlite(let path) = self { path } else { nil }
  }
}

extension StoreAddress: CustomStringConvertible {
  /// The path of the file, or the address without its password.
  var description: String {
    switch self {
    case .sqlite(let path): path
    case .postgreSQL(let address): address.description
    }
  }
}
