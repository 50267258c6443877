import FeedLayout
import TestSupport

/// Definitions as people might write them: with pictures above, beside and behind texts of any number of lines.
struct RandomCell {
  private var generator: SeededGenerator
  private var roles: [CellRole] = [.headline, .summary, .date, .label, .author, .place, .rating]

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func definition() -> CellDefinition {
    roles.shuffle(using: &generator)
    let shape = number(0...3)
    let pictures = [
      "shelf", "uniform_grid", "staggered_grid", "card_stack", "circular_carousel", "carousel",
      "justified_rows", "mosaic",
    ]
    var (content, over, fits): ([CellElement], [CellOverlay], [String]) = ([], [], [])
    switch shape {
    case 0:
      // A picture above texts.
      let aspects: [CellElement.Image.Aspect?] = [.item, .ratio(Double(number(5...20)) / 10), nil]
      content = [
        CellElement(
          .image(.init(cornerRadius: radius, aspect: one(of: aspects)))),
        stack(count: number(1...3), depth: 1),
      ]
      over = flag ? [badge(.top)] : []
      fits = one(of: [["uniform_grid"], ["shelf"], ["staggered_grid"]])
    case 1:
      // Texts alone.
      content = [stack(count: number(1...4), depth: 1)]
      fits = ["uniform_grid", "list"]
    case 2:
      // A picture beside texts.
      let picture = CellElement(
        .image(.init(aspect: .ratio(1), width: flag ? Double(number(24...48)) : nil)),
        padding: padding)
      let texts = stack(count: number(1...2), depth: 2)
      content = [
        CellElement(
          .row(
            .init(
              .init(flag ? [picture, texts] : [texts, picture], spacing: gap),
              verticalAlignment: flag ? .top : .center, wraps: .points(4))), padding: padding)
      ]
      fits = ["list", "snap_carousel"]
    default:
      // A picture behind texts.
      content = [CellElement(.image(.init(contentMode: flag ? .fit : .fill)))]
      over = [
        CellOverlay(
          .element(stack(count: number(1...2), depth: 1)), edge: .bottom, inset: gap, clear: gap)
      ]
      if flag { over.append(badge(.top)) }
      if flag {
        over.insert(CellOverlay(.shade(color: "shade", cornerRadius: radius, share: 1)), at: 0)
      }
      fits = pictures
    }
    return CellDefinition(
      name: "random", fits: fits,
      box: .init(cornerRadius: radius, border: flag ? .init(color: "edge") : nil), content: content,
      over: over)
  }

  private mutating func stack(count: Int, depth: Int) -> CellElement {
    var elements: [CellElement] = []
    for _ in 0..<count where !roles.isEmpty {
      let isRow = depth < 2 && roles.count > 1 && number(0...3) == 0
      elements.append(isRow ? row : text)
    }
    if flag { elements.append(CellElement(.line(.init(color: "divider")))) }
    return CellElement(
      .stack(
        .init(
          elements, spacing: gap,
          align: one(of: CellElement.Alignment.allCases),
          background: flag ? .init(color: "shade") : nil,
          divider: number(0...4) == 0 ? "divider" : nil)),
      padding: padding)
  }

  private mutating func padding(_ points: ClosedRange<Int>) -> CellPadding {
    CellPadding(
      top: .points(Double(number(points))), left: .points(Double(number(points))),
      bottom: .points(Double(number(points))), right: .points(Double(number(points))))
  }

  private var padding: CellPadding { mutating get { padding(0...12) } }
  private var gap: CellLength { mutating get { .points(Double(number(0...8))) } }
  private var radius: CellLength { mutating get { .points(Double(number(0...16))) } }
  private var flag: Bool { mutating get { Bool.random(using: &generator) } }

  private var text: CellElement {
    mutating get {
      let role = roles.removeLast()
      let styles = ["headline", "body", "caption", "detail", "number", "title"]
      let most = number(1...3)
      let lines: CellElement.Lines? =
        flag ? .init(most, least: flag ? number(0...most) : nil, grows: flag) : nil
      let text = CellElement.Text(
        .roles([role]), style: one(of: styles), lines: lines,
        width: number(0...3) == 0 ? Double(number(20...80)) : nil,
        align: flag ? one(of: CellElement.Alignment.allCases) : nil)
      return CellElement(.text(text), padding: padding(0...6))
    }
  }

  private var row: CellElement {
    mutating get {
      let elements = [text, text]
      let widths = CellElement.Row.Widths.allCases.filter { $0 != .shared }
      return CellElement(
        .row(
          .init(
            .init(elements, spacing: gap), widths: one(of: widths),
            verticalAlignment: one(of: CellElement.Row.VerticalAlignment.allCases),
            wraps: .points(4))), padding: padding(0...6))
    }
  }

  private mutating func badge(_ edge: CellOverlay.Edge) -> CellOverlay {
    let role = roles.removeLast()
    return CellOverlay(
      .element(
        CellElement(
          .badge(
            .init(.roles([role]), style: "detail", color: "on_image"),
            .init(
              background: "news_badge", cornerRadius: radius, horizontalPadding: 4,
              verticalPadding: 2)))), edge: edge, inset: .points(8))
  }

  private mutating func one<Choice>(of choices: [Choice]) -> Choice {
    choices[number(0...(choices.count - 1))]
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }
}
