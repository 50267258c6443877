import FeedLayout
import FeedModel

extension Screen.Section {
  /// The measurements of a section for designers, one per line, lengths in points.
  var measurements: [String] {
    let place = "y \(frame.y.brief) · h \(frame.height.brief)"
    let count = items.count == 1 ? "1 item" : "\(items.count) items"
    guard !items.isEmpty else { return [place, "no items"] }
    return [place, count] + details
  }

  private var details: [String] {
    switch layout {
    case let shelf as ShelfLayout:
      cellSize + ["media \(Self.text(shelf.mediaSize))"]
        + ["scrolls \(shelf.maxScrollOffset.brief)"]
    case let carousel as SnapCarouselLayout:
      cellSize
        + ["\(carousel.pages.count) × page \(carousel.pageWidth.brief)"]
        + ["starts at \(carousel.initialOffset.brief)"]
    case let ring as CircularCarouselLayout: ["card \(Self.text(ring.cardSize))"]
    case let grid as UniformGridLayout: cellSize + ["media \(Self.text(grid.mediaSize))"]
    case let list as ListLayout:
      cellSize + [list.columnCount == 1 ? "1 column" : "\(list.columnCount) columns"]
    case let grid as StaggeredGridLayout:
      grid.columns.enumerated().map { index, column in
        "column \(index + 1): \(column.itemIDs.count) · \(column.height.brief)"
      }
    case let carousel as CarouselLayout:
      [
        carousel.snaps.count == 1 ? "1 snap" : "\(carousel.snaps.count) snaps",
        carousel.loop == nil
          ? "scrolls \(carousel.maxScrollOffset.brief)"
          : "loops after \(carousel.contentSize.width.brief)",
      ]
    case let layout as JustifiedRowsLayout:
      [
        layout.rows.count == 1 ? "1 row" : "\(layout.rows.count) rows",
        "heights \(Self.range(layout.rows.map(\.height)))",
      ]
    case let mosaic as MosaicLayout:
      [
        mosaic.groups.count == 1 ? "1 group" : "\(mosaic.groups.count) groups",
        "large \(Self.text(mosaic.largeSize))", "small \(Self.text(mosaic.smallSize))",
      ]
    case let pile as CardStackLayout:
      [
        "card \(Self.text(pile.cardSize))", "page \(Self.text(pile.pageSize))",
        pile.options.effect.name,
      ]
    default: cellSize
    }
  }

  private var cellSize: [String] {
    layout.frames.prefix(1).map { "cell \(Self.text(Size(width: $0.width, height: $0.height)))" }
  }

  private static func range(_ values: [Double]) -> String {
    guard let least = values.min(), let most = values.max() else { return "none" }
    return "\(least.brief) to \(most.brief)"
  }

  private static func text(_ size: Size) -> String { "\(size.width.brief) × \(size.height.brief)" }
}

/// A few words about why something is where it is.
struct ExplanationNote {
  /// The area that the note is about, in the coordinates of the layout.
  let place: Rect
  let lines: [String]
  /// Where it stands at the bottom of ``place``; `nil` for its top left.
  var bottom: CellText.Alignment?
}

extension Screen.Section {
  /// Why the items are where they are, as far as their layout has a reason.
  var explanationNotes: [ExplanationNote] {
    switch layout {
    case is StaggeredGridLayout: staggeredNotes
    case let shelf as ShelfLayout: scrollingNotes(shelf.maxScrollOffset)
    case let carousel as SnapCarouselLayout:
      carousel.pages.map { page in
        ExplanationNote(
          place: Rect(x: page.x, y: 0, width: page.width, height: layoutFrame.height),
          lines: [
            "page \(page.index) · snap offset \(page.snapOffset.brief)",
            "x \(page.x.brief) · w \(page.width.brief)",
          ], bottom: design.isMirrored ? .left : .right)
      }
    case let carousel as CarouselLayout: carousel.snaps.compactMap { note(of: $0, in: carousel) }
    case let ring as CircularCarouselLayout: notes(of: ring)
    case let pile as CardStackLayout: notes(of: pile)
    case let grid as UniformGridLayout: notes(of: grid)
    case let rows as JustifiedRowsLayout:
      rows.rows.enumerated().compactMap { index, row in
        guard let first = layout.frames.first(where: { abs($0.y - row.y) < 0.01 }) else {
          return nil
        }
        return ExplanationNote(
          place: Rect(first), lines: ["row \(index + 1) · h \(row.height.brief)"])
      }
    case let mosaic as MosaicLayout: notes(of: mosaic)
    case let list as ListLayout:
      layout.frames.prefix(1).map { frame in
        ExplanationNote(
          place: Rect(frame), lines: ["row h \(list.options.rowHeight.brief)"])
      }
    default: []
    }
  }

  /// Returns the note of a row that scrolls freely up to the offset `end`, and rests anywhere.
  private func scrollingNotes(_ end: Double) -> [ExplanationNote] {
    layout.frames.prefix(1).map { frame in
      ExplanationNote(
        place: Rect(frame), lines: ["rests anywhere", "offset 0 … \(end.brief)"])
    }
  }

  private func note(of snap: CarouselLayout.Snap, in carousel: CarouselLayout) -> ExplanationNote? {
    let boxes = carousel.frames[snap.items].map { Rect($0) }
    guard let first = boxes.first else { return nil }
    return ExplanationNote(
      place: boxes.dropFirst().reduce(first) { $0.union($1) },
      lines: ["snap \(snap.index)", "offset \(snap.offset.brief)"])
  }

  /// The cards that are seen beside each other; the others are behind them.
  private func notes(of ring: CircularCarouselLayout) -> [ExplanationNote] {
    guard let state = ring.states.first,
      let front = state.items.firstIndex(where: { abs($0.distance) < 0.5 })
    else { return [] }
    let card = state.items[front]
    return [
      ExplanationNote(
        place: Rect(ring.frames[front]),
        lines: [
          "slot \(card.slot) of \(state.items.count) · offset \(state.offset.brief)",
          "\(ring.options.pointsPerStep.brief) pt of a drag are one step",
        ])
    ]
  }

  private func notes(of pile: CardStackLayout) -> [ExplanationNote] {
    guard let frame = pile.frames.first else { return [] }
    let behind = pile.states.filter { [1, 2].contains($0.progress) }.map { state in
      let card = state.transform.card
      return "progress \(state.progress.brief): scale "
        + "\(card.scale.brief), y \(card.ty.brief)"
    }
    return [
      ExplanationNote(
        place: Rect(frame), lines: [pile.options.effect.name] + behind, bottom: .center)
    ]
  }

  private func notes(of mosaic: MosaicLayout) -> [ExplanationNote] {
    mosaic.groups.compactMap { group in
      mosaic.frames[group.items].first.map { first in
        let side = group.largeSide.map { "large \($0.rawValue)" } ?? "rest of \(group.items.count)"
        return ExplanationNote(
          place: Rect(first),
          lines: ["group \(group.index + 1) · \(side)", "h \(group.height.brief)"])
      }
    }
  }

  private func notes(of grid: UniformGridLayout) -> [ExplanationNote] {
    let fromLeft = Set(grid.frames.map(\.x)).sorted()
    let columns = design.isMirrored ? fromLeft.reversed() : fromLeft
    let rows = Set(grid.frames.map(\.y)).sorted()
    return grid.frames.enumerated().map { index, frame in
      let row = (rows.firstIndex(of: frame.y) ?? 0) + 1
      let column = (columns.firstIndex(of: frame.x) ?? 0) + 1
      return ExplanationNote(
        place: Rect(frame), lines: ["#\(frame.id) → row \(row), column \(column)"])
    }
  }
}

// MARK: - Staggered grids

extension Screen.Section {
  /// The grid of the section with the reasons for its columns.
  private var explainedGrid: StaggeredGridLayout? {
    guard var options = design.options as? StaggeredGridLayout.Options else { return nil }
    options.explains = true
    let layoutItems = items.map {
      let size = $0.content.pictureSize(of: $0.picture?.photo)
      return LayoutItem($0.content, pictureSize: size ?? .ofNoPicture)
    }
    // A grid that has been laid out before can be laid out again.
    return try? StaggeredGridLayout(
      items: design.items(layoutItems), viewport: layout.viewport, options: options)
  }

  /// For each item the heights that decided, in the order of the columns on the screen.
  private var staggeredNotes: [ExplanationNote] {
    guard let explanation = explainedGrid?.explanation else { return [] }
    let choices = zip(layout.frames, explanation.choices).enumerated().map { index, pair in
      ExplanationNote(place: Rect(pair.0), lines: lines(index, pair.1))
    }
    return choices + [
      ExplanationNote(
        place: summaryPlace, lines: summary(explanation.quality), bottom: .center)
    ]
  }

  /// Below the shortest column if there is room, else at the bottom of the grid.
  private var summaryPlace: Rect {
    let height = layout.contentSize.height
    let content = Rect(x: 0, y: 0, width: layoutFrame.width, height: height)
    let columns = Dictionary(grouping: layout.frames.filter { $0.columnSpan == 1 }, by: \.x)
    let ends = columns.values.compactMap { $0.max { $0.maxY < $1.maxY } }
    guard let shortest = ends.min(by: { ($0.maxY, $0.x) < ($1.maxY, $1.x) }),
      height - shortest.maxY >= Self.leastSummaryHeight
    else { return content }
    return Rect(
      x: shortest.x, y: shortest.maxY, width: shortest.width, height: height - shortest.maxY)
  }

  private static let leastSummaryHeight = 52.0

  private func lines(_ index: Int, _ choice: StaggeredGridLayout.Choice) -> [String] {
    let last = choice.heights.count - 1
    let column = design.isMirrored ? last - choice.column : choice.column
    let heights = design.isMirrored ? choice.heights.reversed() : choice.heights
    let target =
      choice.heights.count == 2 ? (column == 0 ? "left" : "right") : "column \(column + 1)"
    let tie = choice.isTie ? " (tie)" : ""
    let rule = choice.rule == .placement(.sample) ? "" : " · \(choice.rule.name)"
    return [
      "\(index + 1). #\(choice.id) → \(target)\(tie)\(rule)",
      heights.map { $0.brief }.joined(separator: " | "),
    ]
  }

  private func summary(_ quality: StaggeredGridLayout.Quality) -> [String] {
    var lines = ["height \(layout.contentSize.height.brief)"]
    if let optimum = quality.optimum {
      lines[0] += " · optimum \(optimum.isExact ? "" : "≤ ")\(optimum.height.brief)"
    }
    if let distance = quality.distanceFromOptimum {
      lines.append(
        distance == 0 ? "no split is lower" : "\(distance.brief) above the optimum")
    }
    lines.append(
      "white space \((quality.whiteSpaceShare * 100).brief) % · "
        + "\(quality.orderInversions) out of order")
    return lines
  }
}
