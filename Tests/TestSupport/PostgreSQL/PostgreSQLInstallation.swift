package import Foundation
package import Testing

/// The programs of a PostgreSQL that is installed here.
package struct PostgreSQLInstallation: Sendable {
  /// The folder of `initdb` and `postgres`.
  package let folder: URL
  /// The words before a command that run it as another user: PostgreSQL refuses to run as root.
  package let prefix: [String]

  /// Whether there is a PostgreSQL, or why there is none.
  package enum Availability: Sendable {
    case available(PostgreSQLInstallation)
    case absent(reason: String)
  }

  /// Found once: in `TANADA_POSTGRESQL_BIN`, where Debian has it, or on the path. Its absence is printed.
  package static let availability: Availability = {
    let availability = find()
    if case .absent(let reason) = availability {
      FileHandle.standardError.write(Data("⚠︎ tests of PostgreSQL do not run: \(reason)\n".utf8))
    }
    return availability
  }()

  /// Whether there is a PostgreSQL.
  package static var isAvailable: Bool {
    if case .available = availability { true } else { false }
  }

  /// Why there is none.
  package static var reason: String {
    if case .absent(let reason) = availability { reason } else { "PostgreSQL is installed" }
  }

  private static func find() -> Availability {
    let variables = ProcessInfo.processInfo.environment
    var folders: [URL] = []
    if let folder = variables["TANADA_POSTGRESQL_BIN"] {
      folders = [URL(fileURLWithPath: folder)]
    } else {
      let versions = URL(fileURLWithPath: "/usr/lib/postgresql")
      let names = (try? FileManager.default.contentsOfDirectory(atPath: versions.path)) ?? []
      folders = names.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }
        .map { versions.appending(path: "\($0)/bin") }
      folders += (variables["PATH"] ?? "").split(separator: ":")
        .map { URL(fileURLWithPath: String($0)) }
    }
    let folder = folders.first { folder in
      ["initdb", "postgres"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: folder.appending(path: $0).path)
      }
    }
    guard let folder else {
      return .absent(
        reason: "there is no initdb and postgres (Debian's postgresql has them; "
          + "TANADA_POSTGRESQL_BIN names their folder)")
    }
    guard getuid() == 0 else {
      return .available(PostgreSQLInstallation(folder: folder, prefix: []))
    }
    guard getpwnam("postgres") != nil else {
      return .absent(reason: "PostgreSQL does not run as root, and there is no user postgres")
    }
    let prefix = ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"]
    return .available(PostgreSQLInstallation(folder: folder, prefix: prefix))
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test, with the reason, where there is no PostgreSQL.
  package static var needsPostgreSQL: Self {
    .enabled(
      if: PostgreSQLInstallation.isAvailable, Comment(rawValue: PostgreSQLInstallation.reason))
  }
}
