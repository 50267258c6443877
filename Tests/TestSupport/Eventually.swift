/// Something that a test waited for did not come.
package struct Overdue: Error {
  /// Where the test waited.
  package let place: String
}

/// Waits until `condition` holds, which it must within a time that is long for any machine.
package func eventually(
  file: String = #fileID, line: Int = #line, _ condition: () async throws -> Bool
) async throws {
  let deadline = ContinuousClock.now + .seconds(60)
  while try await !condition() {
    guard ContinuousClock.now < deadline else { throw Overdue(place: "\(file):\(line)") }
    try await Task.sleep(for: .milliseconds(5))
  }
}
