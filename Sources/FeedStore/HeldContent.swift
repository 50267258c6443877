/// Content as it was at one moment, for as long as somebody holds on to this.
///
/// What is written meanwhile takes more room in a store that cannot tidy up behind it: let go of it soon.
package protocol HeldContent: Sendable {
  /// Runs `body`, which reads the same content every time.
  ///
  /// - Throws: what `body` throws, or ``StoreError``.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any ContentReader) throws -> Value
  ) async throws -> Value
}
