package import FeedLayout

/// A layout and its options, as they are given by name.
package protocol LayoutForm: Hashable, Sendable {
  static var type: LayoutType { get }
  /// What the layout is, in one sentence for help.
  static var abstract: String { get }
  /// What is read of an item beside its id.
  static var items: LayoutItemFields { get }
  /// What the layout can be told.
  static var options: OptionTable<Self> { get }

  /// The layout as it is unless told otherwise.
  init()

  /// The options as the engine takes them.
  var section: SectionOptions { get }
}
