import CBuild

/// The version of the program: of the tag it is built of, or of what comes after a tag, or of what leads to the first.
///
/// | Built of | Version |
/// |---|---|
/// | the tag `v1.0.0` | `1.0.0` |
/// | twelve commits after it | `1.0.0+12.gabcdef0` |
/// | a commit with no tag before it, or of an unknown one | `1.0.0-dev` |
/// | files that differ from the tag | `1.0.0+0.modified` |
/// | files that differ from a commit after it | `1.0.0+12.gabcdef0.modified` |
///
/// `scripts/package` gives its packages the same versions, in the form of Debian.
struct ProgramVersion: Equatable {
  /// The version as [Semantic Versioning](https://semver.org) writes it.
  let text: String
  /// The commit, 40 digits; empty if it is not known.
  let commit: String
  /// The day of the commit, such as `2026-11-26`; empty if it is not known.
  let date: String
  /// Whether files had been changed since the commit.
  let isModified: Bool

  /// Makes the version of a tree that leads to `number`, from what `git describe` says of its commit.
  init(number: String, described: String, commit: String, date: String, isModified: Bool) {
    if let version = Self.afterTag(described) {
      text = isModified ? version + (version.contains("+") ? ".modified" : "+0.modified") : version
    } else {
      text = "\(number)-dev"
    }
    self.commit = commit
    self.date = date
    self.isModified = isModified
  }

  /// The first line of `tanada --version`.
  var headline: String {
    guard !commit.isEmpty else { return "tanada \(text) (commit unknown)" }
    var facts = ["commit \(commit.prefix(12))"]
    if !date.isEmpty { facts.append(date) }
    if isModified { facts.append("modified") }
    return "tanada \(text) (\(facts.joined(separator: ", ")))"
  }

  /// The version that `v1.0.0` or `v1.0.0-12-gabcdef0` describes; `nil` if it is neither.
  private static func afterTag(_ described: String) -> String? {
    guard described.first == "v" else { return nil }
    let parts = described.dropFirst().split(separator: "-", omittingEmptySubsequences: false)
    // 1. What is after the last two hyphens, if it is a count and a commit: a tag may have hyphens itself.
    if parts.count > 2, let count = Int(parts[parts.count - 2]), parts[parts.count - 1].first == "g"
    {
      let tag = parts.dropLast(2).joined(separator: "-")
      return count == 0 ? tag : "\(tag)+\(count).\(parts[parts.count - 1])"
    }
    // 2. A tag alone.
    return String(described.dropFirst())
  }
}

extension ProgramVersion {
  /// The version of this program.
  static let current: ProgramVersion = {
    let facts = tanada_build()
    return ProgramVersion(
      number: TANADA_NUMBER, described: String(cString: facts.described),
      commit: String(cString: facts.commit), date: String(cString: facts.date),
      isModified: facts.is_modified)
  }()

  /// What `tanada --version` prints: the version, and what the program is built on and runs with, one a line.
  static var report: String {
    let facts = tanada_build()
    let swift = String(cString: facts.swift)
    let packages = String(cString: facts.packages).split(separator: "\n").map(String.init)
    let libraries = libraries.map { "\($0.name) \($0.version ?? "not installed")" }
    return ([current.headline, "Swift \(swift.isEmpty ? compiler : swift)"] + packages + libraries)
      .joined(separator: "\n")
  }

  /// The compiler, as far as it says which one it is.
  private static var compiler: String {
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }
}

extension ProgramVersion {
  /// The libraries of the system, with the versions that this machine has, not the build; `nil` for one that is not
  /// installed. Those that the program loads when it needs them are loaded here.
  private static var libraries: [(name: String, version: String?)] {
    [
      ("SQLite", text("libsqlite3.so.0", "sqlite3_libversion")),
      ("zlib", text("libz.so.1", "zlibVersion")),
      (
        "Brotli",
        number("libbrotlienc.so.1", "BrotliEncoderVersion").map {
          "\($0 >> 24).\($0 >> 12 & 0xFFF).\($0 & 0xFFF)"
        }
      ),
      ("libvips", text("libvips.so.42", "vips_version_string")),
      (
        "libcurl",
        // libcurl/7.88.1 OpenSSL/3.0.19 …
        text("libcurl.so.4", "curl_version").map {
          String($0.prefix { $0 != " " }.drop { $0 != "/" }.dropFirst())
        }
      ),
      ("libpq", number("libpq.so.5", "PQlibVersion").map { "\($0 / 10_000).\($0 % 10_000)" }),
    ]
  }

  private static func text(_ library: String, _ function: String) -> String? {
    guard let address = tanada_library_function(library, function) else { return nil }
    typealias Function = @convention(c) () -> UnsafePointer<CChar>?
    return unsafeBitCast(address, to: Function.self)().map { String(cString: $0) }
  }

  private static func number(_ library: String, _ function: String) -> UInt32? {
    guard let address = tanada_library_function(library, function) else { return nil }
    typealias Function = @convention(c) () -> UInt32
    return unsafeBitCast(address, to: Function.self)()
  }
}
