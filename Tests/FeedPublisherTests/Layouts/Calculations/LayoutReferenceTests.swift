import FeedLayout
import FeedPublisher
import TestSupport
import Testing

/// `docs/layouts.md` says what every calculation can be told, and is made of the same tables as the
/// command line and the addresses.
struct LayoutReferenceTests {
  @Test func theReferenceIsThatOfTheTables() throws {
    let layouts = Calculations.layouts.map { Self.chapter($0, command: "layout") }
    let drags = Calculations.settling.map { Self.chapter($0, command: "settle") }
    let text = ([Self.introduction] + layouts + [Self.dragging] + drags).joined(separator: "\n")
    try Snapshot.verify(text, path: "docs/layouts.md")
  }

  private static let introduction = """
    # Layouts and their options

    Every option of `tanada layout TYPE` and of `POST /v1/layouts/{type}`. On the command line an
    option is written with hyphens (`--points-per-step 200`), in an address with underscores
    (`?points_per_step=200`); a flag is `--explain` or `?explain=true`. A section of a composition
    takes the same options, but for the viewport, which is that of the request. The value in
    parentheses is the default.

    `tanada layout TYPE --format svg --output FILE` draws the layout of items instead of printing it.

    Staggered grids, justified rows and carousels need the sizes of pictures. A published screen lays
    out an item without a picture, or with one of unknown size, as a square of 200 points;
    `tanada layout` refuses it. An item that would be wider or higher than a layout supports, or takes
    more columns than a grid has, is left out and named in `errors`.

    """

  private static let dragging = """
    ## Drags

    The options of `tanada settle TYPE`.

    """

  private static func chapter(_ calculation: any Calculation.Type, command: String) -> String {
    let level = command == "layout" ? "##" : "###"
    var text = "\(level) \(calculation.name.kebabCase)\n\n\(calculation.abstract)"
    if !calculation.discussion.isEmpty { text += " \(calculation.discussion)" }
    if let items = calculation as? any SectionCalculating.Type { text += "\n\n\(items.itemFields)" }
    text += "\n\n| Option | Meaning |\n|---|---|\n"
    for option in calculation.descriptions {
      let value = option.form == .flag ? "" : " \(option.valueName)"
      let required = option.form == .requiredValue ? " Required." : ""
      text += "| `--\(option.kebabCaseName)\(value)` | \(option.help)\(required) |\n"
    }
    return text
  }
}
