package import FeedLayout
import Foundation

/// Where a layout stands after its items, so that others can follow.
package protocol GridState: Codable, Hashable, Sendable {
  associatedtype Options: Hashable
  /// The width of the viewport, in points.
  var viewportWidth: Double { get }
  /// What the layout was told.
  var options: Options { get }
}

extension UniformGridState: GridState {}
extension StaggeredGridState: GridState {}
extension JustifiedRowsState: GridState {}

/// How a layout goes on.
package struct PageRequest<State: GridState>: Hashable, Sendable {
  /// A state as it was given.
  struct Given: Hashable, Sendable {
    let text: String
    let state: State
  }

  /// Where the items before these ended; `nil` for none before these.
  var state: Given?
  /// Whether the answer says where these end.
  var givesState = false
  /// Whether these go above those before them.
  var goesUp = false

  package init() {}

  /// What all layouts that go on can be asked for.
  static var options: OptionTable<Self> {
    OptionTable([
      .optionalText(
        "state", \.state, "json",
        "The \"state\" of a former answer, as JSON: the answer is then that of further items alone, "
          + "placed after those before them. The width and the other options have to be the same as "
          + "then; changes and drawings are of whole layouts only.",
        expected: "the JSON text of a state that a former answer gave",
        { text in
          (try? JSONDecoder().decode(State.self, from: Data(text.utf8)))
            .map { Given(text: text, state: $0) }
        }),
      .flag(
        "with_state", \.givesState,
        "Whether to add \"state\", which the next page of items is to be asked for with (false)."),
    ])
  }
}
