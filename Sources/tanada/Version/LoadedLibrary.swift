import CBuild

/// A library of the system, whose version is that of this machine and not of the build.
struct LoadedLibrary {
  let name: String
  /// The version; `nil` if the library is not installed.
  let version: String?

  /// Those that the program is linked with, and those that it loads when it needs them. They are loaded here.
  static var all: [LoadedLibrary] {
    [
      LoadedLibrary(name: "SQLite", version: text("libsqlite3.so.0", "sqlite3_libversion")),
      LoadedLibrary(name: "zlib", version: text("libz.so.1", "zlibVersion")),
      LoadedLibrary(
        name: "Brotli",
        version: number("libbrotlienc.so.1", "BrotliEncoderVersion").map {
          "\($0 >> 24).\($0 >> 12 & 0xFFF).\($0 & 0xFFF)"
        }),
      LoadedLibrary(name: "libvips", version: text("libvips.so.42", "vips_version_string")),
      LoadedLibrary(
        name: "libcurl",
        // libcurl/7.88.1 OpenSSL/3.0.19 …
        version: text("libcurl.so.4", "curl_version").map {
          String($0.prefix { $0 != " " }.drop { $0 != "/" }.dropFirst())
        }),
      LoadedLibrary(
        name: "libpq",
        version: number("libpq.so.5", "PQlibVersion").map { "\($0 / 10_000).\($0 % 10_000)" }),
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
