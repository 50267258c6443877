import Foundation

/// Compares output with a file that was reviewed when it was committed.
package enum Snapshot {
  /// Why a snapshot does not hold.
  package struct Mismatch: Error, CustomStringConvertible {
    package let description: String
  }

  /// Compares `actual` with the file at `path`, relative to the package.
  ///
  /// With `RECORD_SNAPSHOTS` set, or when there is no file yet, the file is written, and the
  /// comparison fails all the same: a recording has been looked at by nobody.
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
