import FeedLayout
import FeedPublisher
import StrictJSON

/// What stands above a section's picture, broken into as many lines as it takes.
struct SectionHeading {
  let section: FeedSection
  let picture: SectionPicture

  private static let separator = " · "

  func lines(style: TerminalPreview.Style) -> [String] {
    let columns = picture.columns
    let title = DisplayWidth.truncate(section.title.plainLine, to: columns)
    var lines: [(title: String, facts: String)] = [(title, "")]
    for fact in facts {
      let fact = DisplayWidth.truncate(fact, to: columns)
      let last = lines[lines.count - 1]
      let gap = last.facts.isEmpty ? (last.title.isEmpty ? "" : "  ") : Self.separator
      let line = last.facts + gap + fact
      if DisplayWidth.of(last.title) + DisplayWidth.of(line) <= columns {
        lines[lines.count - 1].facts = line
      } else {
        lines.append(("", fact))
      }
    }
    return lines.map { line in
      guard style == .color else { return line.title + line.facts }
      return SGR.wrap(line.title, "1;\(Paint.of(section.kind).code)")
        + SGR.wrap(line.facts, Ink.detail.parameters(Paint.of(section.kind)))
    }
  }

  private var facts: [String] {
    let size =
      "\(NumberText.brief(section.frame.width)) × \(NumberText.brief(section.frame.height)) pt"
    let count = section.items.count == 1 ? "1 item" : "\(section.items.count) items"
    var facts = [section.id.plainLine, section.layout.type.rawValue, count, size]
    if picture.countBeyondRight > 0 { facts.append("→ \(picture.countBeyondRight) more") }
    if picture.countBelow > 0 { facts.append("↓ \(picture.countBelow) more") }
    return facts
  }
}
