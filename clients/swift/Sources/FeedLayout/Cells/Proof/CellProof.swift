/// Lays a definition out on the screens that it may meet, and says what is wrong with it there.
///
/// A definition is sound when on every screen nothing lies on anything else, nothing is outside of the frame, and every
/// text has room for two of its characters beside each other.
public struct CellProof: Sendable {
  /// What is wrong with a definition on a screen.
  public struct Problem: Hashable, Sendable, CustomStringConvertible {
    /// The kinds of problems.
    public enum Reason: Hashable, Sendable {
      /// Two elements lie on each other.
      case overlap(with: String)
      /// An element leaves the frame.
      case outside
      /// A text has no room for two characters.
      case narrow
      /// An element is left out on every screen with text of the designed size.
      case absent
    }

    /// A JSON Pointer to the element in its definition.
    public let pointer: String
    /// What is wrong with it.
    public let reason: Reason
    /// The layout that it was found in.
    public let layout: String
    /// The width of the screen, in points.
    public let width: Double
    /// The size of text of the screen.
    public let textSize: Double

    /// The screen in words.
    public var screen: String {
      "in \(layout), \(width.plain) points wide at text size \(textSize.plain)"
    }

    public var description: String {
      switch reason {
      case .overlap(let other): "\(pointer) and \(other) lie on each other \(screen)"
      case .outside: "\(pointer) leaves the frame \(screen)"
      case .narrow: "\(pointer) has no room for two characters \(screen)"
      case .absent: "\(pointer) has no room \(screen), and on no other screen"
      }
    }
  }

  /// The widths of screens, in points: those of phones, tablets and windows, and both limits.
  public static let widths: [Double] = [200, 320, 390, 430, 768, 1_024, 1_440, 4_096]
  /// The sizes of text.
  public static let textSizes: [Double] = [0.8, 1, 1.6, 3.1]

  private let definition: CellDefinition
  private let theme: CellTheme

  /// The proof of `definition` in `theme`.
  public init(_ definition: CellDefinition, theme: CellTheme) {
    self.definition = definition
    self.theme = theme
  }

  /// The first problem of each element, on the first screen that it has one on.
  ///
  /// - Complexity: O(layouts · widths · sizes · slots²).
  public func problems() -> [Problem] {
    var problems: [Problem] = []
    var places: Set<String> = []
    for layout in SectionLayouts.all where definition.fits.contains(layout.name) {
      var shown: Set<String> = []
      for width in Self.widths {
        for textSize in Self.textSizes {
          for problem in self.problems(in: layout, width, textSize, noting: &shown)
          where places.insert(problem.pointer).inserted {
            problems.append(problem)
          }
        }
      }
      problems += absent(from: shown, in: layout).filter {
        places.insert($0.pointer).inserted
      }
    }
    return problems
  }

  /// The elements that are not among `shown` in a layout.
  private func absent(from shown: Set<String>, in layout: any SectionLayout.Type) -> [Problem] {
    guard !definition.box.overflows else { return [] }
    return leaves.filter { !shown.contains($0) }.map {
      Problem(
        pointer: $0, reason: .absent, layout: layout.name, width: Self.widths[0],
        textSize: TextSize.standard.share)
    }
  }

  /// JSON Pointers to the elements that have slots of their own, but for lines, which belong to others.
  private var leaves: [String] {
    func leaves(_ element: CellElement, _ path: String) -> [String] {
      switch element.content {
      case .image, .text, .badge, .stars: [path]
      case .line, .spacer: []
      case .stack(let group):
        group.elements.enumerated().flatMap { leaves($1, "\(path)/stack/\($0)") }
      case .row(let row):
        row.group.elements.enumerated().flatMap { leaves($1, "\(path)/row/\($0)") }
      }
    }
    let over = definition.over.enumerated().flatMap { index, overlay -> [String] in
      guard case .element(let element) = overlay.content else { return [] }
      return leaves(element, "/over/\(index)")
    }
    return definition.content.enumerated().flatMap { leaves($1, "/content/\($0)") } + over
  }

  /// The problems on one screen, for items that have all roles.
  ///
  /// - Parameter shown: gets the elements that are there, if text has the designed size at most.
  private func problems(
    in layout: any SectionLayout.Type, _ width: Double, _ textSize: Double,
    noting shown: inout Set<String>
  ) -> [Problem] {
    guard let viewport = try? Viewport(width: width), let textSize = try? TextSize(textSize) else {
      return []
    }
    let traits = ScreenTraits(viewport, textSize: textSize)
    let design = SectionDesign(
      layout.feedOptions, cell: definition, theme: theme, roles: Set(CellRole.allCases),
      for: traits)
    guard let laidOut = try? design.layout(of: Self.items) else {
      return [
        Problem(
          pointer: "/content", reason: .absent, layout: layout.name, width: width,
          textSize: textSize.share)
      ]
    }
    let options = design.options
    guard let cell = design.fitted(to: laidOut.frames).cell else { return [] }
    if textSize.share <= TextSize.standard.share { shown.formUnion(cell.slots.map(pointer)) }
    let card = options.cardSize(in: viewport)
    let sizes = Set(
      laidOut.frames.map { card ?? Size(width: $0.width, height: $0.height) })
    return sizes.flatMap { size in
      problems(of: cell, in: size).map { pointer, reason in
        Problem(
          pointer: pointer, reason: reason, layout: layout.name, width: width,
          textSize: textSize.share)
      }
    }
  }

  /// Items whose pictures are upright, square, wide and very wide.
  private static let items: [LayoutItem] = [
    Size(width: 600, height: 800), Size(width: 400, height: 400), Size(width: 1_600, height: 900),
    Size(width: 2_000, height: 700),
  ].enumerated().map { LayoutItem(id: $0 + 1, mediaSize: $1) }

  // MARK: - A cell in a frame

  private func problems(of cell: Cell, in size: Size) -> [(String, Problem.Reason)] {
    var problems: [(String, Problem.Reason)] = []
    let boxes = CellBoxes(of: cell, in: size)
    for box in boxes.all {
      if !definition.box.overflows, !box.rect.isInside(size) {
        problems.append((pointer(to: box.slot), .outside))
      }
      if !definition.box.overflows, let text = box.text,
        box.room < min(2 * text.font.size, text.width ?? .infinity) - 1e-9
      {
        problems.append((pointer(to: box.slot), .narrow))
      }
    }
    for (index, box) in boxes.all.enumerated() where box.slot.isForeground {
      for other in boxes.all[(index + 1)...] where other.slot.isForeground {
        if box.extent.meets(other.extent) {
          problems.append((pointer(to: other.slot), .overlap(with: pointer(to: box.slot))))
        }
      }
      // A picture has texts upon it, and none that are half beside it.
      if !definition.box.overflows, let picture = boxes.picture, picture.meets(box.extent),
        !picture.contains(box.extent)
      {
        problems.append((pointer(to: box.slot), .overlap(with: "the picture")))
      }
    }
    return problems
  }

  /// A JSON Pointer to the element that has the slot.
  private func pointer(to slot: CellSlot) -> String {
    for (index, element) in definition.content.enumerated() {
      if let path = element.path(to: slot) { return "/content/\(index)\(path)" }
    }
    for (index, overlay) in definition.over.enumerated() {
      switch overlay.content {
      case .element(let element):
        if let path = element.path(to: slot) { return "/over/\(index)\(path)" }
      case .shade: if slot.role == .shade { return "/over/\(index)" }
      }
    }
    return "/content"
  }
}

/// The boxes of the slots of a cell in a frame, as high as their texts are with all of their lines.
private struct CellBoxes {
  struct Box {
    let slot: CellSlot
    let rect: Rect
    /// Where something is drawn: a text that says how wide it is takes no more.
    let extent: Rect
    let text: CellText?
    /// The width that the text has, in points.
    let room: Double
  }

  private(set) var all: [Box] = []
  private(set) var picture: Rect?

  init(of cell: Cell, in size: Size) {
    var ends: [CellRole: Double] = [:]
    for slot in cell.slots {
      let rect = slot.rect(in: size, after: slot.after.flatMap { ends[$0] } ?? 0)
      ends[slot.role] = rect.y + rect.height
      if slot.role == .image { picture = rect }
      var (text, padding): (CellText?, Double) = (nil, 0)
      switch slot.content {
      case .text(let content): text = content
      case .badge(let content, let badge): (text, padding) = (content, badge.horizontalPadding)
      case .image, .shade, .line, .stars: break
      }
      let width = text?.width.map { min($0 + 2 * padding, rect.width) } ?? rect.width
      let x =
        switch text?.alignment {
        case .right: rect.x + rect.width - width
        case .center: rect.x + (rect.width - width) / 2
        case .left, nil: rect.x
        }
      all.append(
        Box(
          slot: slot, rect: rect, extent: Rect(x: x, y: rect.y, width: width, height: rect.height),
          text: text, room: rect.width - 2 * padding))
    }
  }
}

extension CellSlot {
  /// Whether it says something, and is not behind what does.
  fileprivate var isForeground: Bool {
    switch content {
    case .text, .badge, .stars: true
    case .image, .shade, .line: false
    }
  }
}

extension Rect {
  private static let slack = 1e-6

  fileprivate func meets(_ other: Rect) -> Bool {
    x + width > other.x + Self.slack && other.x + other.width > x + Self.slack
      && y + height > other.y + Self.slack && other.y + other.height > y + Self.slack
  }

  fileprivate func contains(_ other: Rect) -> Bool {
    other.x >= x - Self.slack && other.x + other.width <= x + width + Self.slack
      && other.y >= y - Self.slack && other.y + other.height <= y + height + Self.slack
  }

  fileprivate func isInside(_ size: Size) -> Bool {
    width >= 0 && height >= 0
      && Rect(x: 0, y: 0, width: size.width, height: size.height).contains(self)
  }
}

extension CellElement {
  /// The path from this element to the one of `slot`, as the end of a JSON Pointer.
  fileprivate func path(to slot: CellSlot) -> String? {
    if isElement(of: slot) { return "" }
    for (index, element) in (group?.elements ?? []).enumerated() {
      if let path = element.path(to: slot) {
        if case .row = content { return "/row/\(index)\(path)" }
        return "/stack/\(index)\(path)"
      }
    }
    return nil
  }

  private func isElement(of slot: CellSlot) -> Bool {
    switch (content, slot.content) {
    case (.image, .image), (.stars, .stars), (.line, .line): true
    case (.text(let text), .text(let set)), (.badge(let text, _), .badge(let set, _)):
      switch text.source {
      case .roles(let roles): roles.contains(set.role)
      case .words(let words): set.role == .fixed && words == set.words
      }
    default: false
    }
  }
}

extension Double {
  /// Without `.0` behind whole numbers.
  fileprivate var plain: String {
    self == rounded() && abs(self) < 1e15 ? "\(Int(self))" : "\(self)"
  }
}
