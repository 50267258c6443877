/// The place of an export: a folder, or a bucket. One exporter at a time changes it, under its lock.
///
/// All functions that wait throw ``ExportError``, or `CancellationError` when the task is cancelled.
package protocol ExportTarget: Sendable {
  /// The place, for messages.
  var name: String { get }

  /// Runs `body` while no other exporter of the database changes the target.
  ///
  /// - Parameter besideOthers: whether the target may have something that no export has written, which stays.
  /// - Throws: what `body` throws, too, and ``ExportError/notAnExport(path:found:)``.
  func withLock<Value: Sendable>(
    besideOthers: Bool, _ body: @Sendable () async throws -> Value
  ) async throws -> Value

  /// The list of what is there; `nil` for nothing.
  func manifest() async throws -> ExportManifest?

  /// Prepares the changes of `plan`.
  ///
  /// - Parameter manifest: what is certain from now on, with all that changes among what is pending.
  func begin(_ plan: ExportPlan, _ manifest: ExportManifest) async throws -> ExportChange
}

/// The changes of one export. If it is abandoned, the next one begins where that is safe.
package struct ExportChange: Sendable {
  /// Writes an object of the revision with this number, which is exported.
  package let write: @Sendable (_ object: ExportedObject, _ revision: Int) async throws -> Void
  /// Ends the changes, when all objects are written: `state` is the object that says what is there, and `manifest` what is
  /// there. Returns what was to be removed and has stayed, since it has something that no export has written.
  package let finish:
    @Sendable (_ state: ExportedObject, _ manifest: ExportManifest) async throws -> [String]
}
