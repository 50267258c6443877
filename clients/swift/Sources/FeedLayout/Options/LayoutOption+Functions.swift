/// The functions of an option.
///
/// They are stored as functions that return their error. The systems before iOS 18 and macOS 15 have no metadata of
/// function types with typed errors, which optionals and arrays of such functions need.
extension LayoutOption {
  /// Refuses options that nothing can be computed with.
  public struct Check: Sendable {
    private let errorOf: @Sendable (Options) -> LayoutError?

    /// The check that throws what `check` throws.
    public init(_ check: @escaping @Sendable (Options) throws(LayoutError) -> Void) {
      errorOf = { options in
        do throws(LayoutError) {
          try check(options)
          return nil
        } catch {
          return error
        }
      }
    }

    /// Checks `options`.
    public func callAsFunction(_ options: Options) throws(LayoutError) {
      if let error = errorOf(options) { throw error }
    }
  }

  /// Sets an option to a value.
  public struct Setter: Sendable {
    private let errorOf: @Sendable (inout Options, OptionValue, OptionPlace) -> OptionMismatch?

    /// The setter that sets, and throws, what `set` does.
    init(
      _ set:
        @escaping @Sendable (inout Options, OptionValue, OptionPlace) throws(OptionMismatch)
        -> Void
    ) {
      errorOf = { options, value, place in
        do throws(OptionMismatch) {
          try set(&options, value, place)
          return nil
        } catch {
          return error
        }
      }
    }

    /// Sets the option of `options` to `value`, which was found at `place`.
    public func callAsFunction(
      _ options: inout Options, _ value: OptionValue, _ place: OptionPlace
    ) throws(OptionMismatch) {
      if let error = errorOf(&options, value, place) { throw error }
    }
  }
}
