package import FeedLayout
import StrictJSON

/// A layout of items in the catalogue: all that is particular to it, in one file.
///
/// A new layout is an entry in ``Calculations/sections``, beside its geometry in FeedLayout.
package protocol LayoutEntry: Sendable {
  /// The options of the layout.
  associatedtype Options: DeclaredOptions
  static var type: LayoutType { get }
  /// The abstract of its help: the layout, in one sentence.
  static var abstract: String { get }
  /// The discussion of its help; may be empty.
  static var discussion: String { get }
  /// The fields that are read of an item beside its id.
  static var items: LayoutItemFields { get }
  /// The layout's options of a section of a feed whose composition does not name them, by their names.
  static var feedOptions: [String: String] { get }

  /// Returns the layout with `options`.
  static func section(_ options: Options) -> SectionOptions
}

extension LayoutEntry {
  package static var discussion: String { "" }
  package static var feedOptions: [String: String] { [:] }
}

extension [String: String] {
  /// The options of a section whose drags can be flicks.
  static var flicks: Self { ["flick_velocity": NumberText.shortest(Flick.standardVelocity)] }
}

/// A layout that can continue from a state.
package protocol PagedLayoutEntry: LayoutEntry {
  associatedtype State: GridState
  /// The description of its pages.
  static var pageWords: String { get }
  /// The options with which it continues.
  static var pageOptions: OptionList<PageRequest<State>> { get }

  /// Returns the state of a layout with `options` before its first item.
  ///
  /// - Parameters:
  ///   - state: the state to continue from, if there is one.
  ///   - option: the option that needs a state.
  /// - Throws: ``OptionProblem`` or ``LayoutError`` for options that no state goes together with.
  static func beginning(
    in viewport: Viewport, options: Options, from state: State?, named option: String
  ) throws -> State

  /// Places `items`, which can be drawn, after `state`, or above everything.
  ///
  /// - Throws: ``LayoutError``.
  static func page(
    of items: [LayoutItem], after state: inout State, goesUp: Bool
  ) throws(LayoutError) -> GridPage
}

extension PagedLayoutEntry {
  package static var pageOptions: OptionList<PageRequest<State>> { PageRequest.declarations }
}
