/// The design of a section's header: its title, a line below it, and an action that leads to all
/// items.
public struct HeaderDesign: Hashable, Sendable {
  private static let margin = 8.0
  /// The part of the width that the action has beside the title.
  private static let actionShare = 0.35
  /// From this text size on, the action is below the title.
  private static let largestRowShare = 1.5

  /// The height in points, with the room that its texts need.
  public let height: Double
  /// The slots of the title, the subtitle and the action, in the header's box.
  public let slots: [CellSlot]

  /// Where the coordinates of a layout begin below `header`, in those of its section.
  public static func layoutOrigin(below header: HeaderDesign?) -> Point {
    Point(x: 0, y: header?.height ?? 0)
  }

  /// The header of a section with a title.
  ///
  /// - Parameters:
  ///   - height: in points, as its editors chose it, at the standard text size; a lower one than that of the texts
  ///     is the height of the texts.
  ///   - hasSubtitle: whether there is a line below the title.
  ///   - hasAction: whether the header has an action that leads to all items.
  ///   - theme: has the styles `section_title`, `section_subtitle` and `section_action`.
  ///   - traits: the traits of the screen.
  public init(
    height: Double, hasSubtitle: Bool, hasAction: Bool, theme: CellTheme, for traits: ScreenTraits
  ) {
    let textSize = traits.textSize
    let isRow = textSize.share <= Self.largestRowShare
    func texts(_ textSize: TextSize) -> [CellText] {
      let setting = CellSetting(theme: theme, textSize: textSize)
      let title = setting.text(.title, "section_title", "label")
      let subtitle = setting.text(.subtitle, "section_subtitle", "secondary_label")
      return [title] + (hasSubtitle ? [subtitle] : [])
    }
    let setting = CellSetting(theme: theme, textSize: textSize)
    let action = CellText(
      .action, setting.style("section_action").font(textSize), setting.color("link"),
      alignment: isRow ? .right : .left)
    // 1. The height: larger texts one below the other take more.
    let stacked = texts(textSize) + (hasAction && !isRow ? [action] : [])
    let standing = texts(.standard).reduce(0) { $0 + $1.height }
    let growth = stacked.reduce(0) { $0 + $1.height } - standing
    let designed = max(height, standing)
    self.height = designed + growth
    // 2. The texts, in the middle. They stay together where they have fewer lines than there is room
    // for: the title ends where the subtitle begins, and an action follows the end of the subtitle.
    let actionWidth = hasAction && isRow ? traits.viewport.width * Self.actionShare : 0
    var top = (designed - standing) / 2
    var slots: [CellSlot] = []
    for text in stacked {
      let isHigh = text.role == .title && text.lines > 1
      let follows = text.role == .action && (stacked.first { $0.role == .subtitle }?.lines ?? 1) > 1
      slots.append(
        CellSlot(
          .text(text), anchor: isHigh ? .bottom : .top,
          offset: follows ? 0 : isHigh ? self.height - top - text.height : top,
          left: Self.margin, right: Self.margin + actionWidth, height: text.height,
          after: follows ? .subtitle : nil))
      top += text.height
    }
    // 3. The action beside them.
    if hasAction, isRow {
      slots.append(
        CellSlot(
          .text(action), offset: (self.height - action.height) / 2, left: nil,
          right: Self.margin, width: actionWidth - Self.margin, height: action.height))
    }
    self.slots = traits.direction == .rightToLeft ? slots.map(\.mirrored) : slots
  }
}

extension CellSetting {
  /// A text of a header, which has more lines of larger text.
  fileprivate func text(_ role: CellRole, _ style: String, _ color: String) -> CellText {
    let text = self.style(style)
    return CellText(
      role, text.font(textSize), self.color(color), lines: text.scale(textSize).lines(1),
      lineSpacing: text.lineSpacing)
  }
}
