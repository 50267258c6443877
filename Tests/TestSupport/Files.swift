package import Foundation

/// Where the package's own files are, for tests that read fixtures or samples.
package enum PackageFiles {
  /// The folder of `Package.swift`.
  package static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The sample content.
  package static let seeds = root.appending(path: "Seeds")

  /// The file or folder at `path`, relative to the package.
  package static func file(_ path: String) -> URL {
    root.appending(path: path)
  }
}

/// The programs of the package.
package enum BuiltProgram {
  /// `tanada`: the program that the variable `TANADA` names, or the one beside the tests' own program.
  package static let tanada: URL = {
    if let path = ProcessInfo.processInfo.environment["TANADA"] {
      return URL(fileURLWithPath: path)
    }
    let arguments = CommandLine.arguments
    let bundle = arguments.first { $0.hasSuffix(".xctest") }
    let products =
      bundle.map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
      ?? PackageFiles.file(".build/debug")
    return products.appending(path: "tanada")
  }()
}

/// A folder of a test's own, removed with the last reference to it.
package final class TemporaryFolder: Sendable {
  package let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "tanada-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The path of `name` inside the folder.
  package func path(_ name: String) -> String {
    url.appending(path: name).path
  }

  /// Writes `text` to a file called `name` and returns its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    try write(Data(text.utf8), to: name)
  }

  /// Writes `data` to a file called `name` and returns its path.
  @discardableResult
  package func write(_ data: Data, to name: String) throws -> String {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
    return file.path
  }
}

extension TemporaryFolder {
  /// Makes a socket called `name` that nobody listens to, and returns its path.
  package func makeSocket(_ name: String) throws -> String {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = path(name)
    try withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      guard path.utf8.count < bytes.count else { throw POSIXError(.ENAMETOOLONG) }
      bytes.copyBytes(from: path.utf8)
    }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw POSIXError(.EMFILE) }
    defer { close(descriptor) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
    return path
  }
}

/// Compares output with a file that was reviewed when it was committed.
package enum Snapshot {
  /// Why a snapshot does not hold.
  package struct Mismatch: Error, CustomStringConvertible {
    package let description: String
  }

  /// Compares `actual` with the file at `path`, relative to the package.
  ///
  /// With `RECORD_SNAPSHOTS` set, or when there is no file yet, the file is written, and the
  /// comparison fails nevertheless: nobody has reviewed a recording yet.
  package static func verify(_ actual: String, path: String) throws {
    let file = PackageFiles.file(path)
    let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil
    guard !isRecording, let expected = try? String(contentsOf: file, encoding: .utf8) else {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(actual.utf8).write(to: file)
      throw Mismatch(description: "recorded \(path); look at it, then run the test again")
    }
    guard actual == expected else {
      throw Mismatch(description: difference(actual, expected, path: path))
    }
  }

  private static func difference(_ actual: String, _ expected: String, path: String) -> String {
    let new = actual.split(separator: "\n", omittingEmptySubsequences: false)
    let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let line = zip(new, old).prefix { $0 == $1 }.count
    let was = line < old.count ? String(old[line]) : "(end)"
    let isNow = line < new.count ? String(new[line]) : "(end)"
    return "\(path) line \(line + 1)\n  expected \(was)\n  found    \(isNow)"
  }
}
