package import FeedLayout
import StrictJSON

/// The catalogue's entry of ``StaggeredGridLayout``.
package enum StaggeredGridEntry: PagedLayoutEntry {
  package static let type = LayoutType.staggeredGrid
  package static let abstract = "Columns of cells that keep the aspect ratio of their pictures."
  package static let items = LayoutItemFields.keeping
  package static let pageWords = """
    With with_state and state items are laid out page by page, with the same frames as all at \
    once; with prepend it grows upwards. The answer to a state has "content_top", which is 0 until \
    something is prepended, and its content is from there to the bottom. Its "columns" name the \
    items of the page, and have the heights of the edge that they were placed at.
    """
  package static let pageOptions =
    PageRequest<StaggeredGridState>.declarations
    + OptionList(
      PageRequest(),
      [
        .flag(
          "prepend", \.goesUp,
          "Whether the items go above those of the state, at negative heights, and nothing else "
            + "moves ({default}).")
      ])

  package static func beginning(
    in viewport: Viewport, options: StaggeredGridLayout.Options, from state: StaggeredGridState?,
    named _: String
  ) throws -> StaggeredGridState {
    if state != nil, options.explains {
      throw OptionProblem(option: "explain", expected: "no explanation of a page", found: "true")
    }
    return try StaggeredGridState(viewport: viewport, options: options)
  }

  package static func page(
    of items: [LayoutItem], after state: inout StaggeredGridState, goesUp: Bool
  ) throws(LayoutError) -> GridPage {
    var frames: [Frame] = []
    if goesUp {
      frames = try state.prepend(items)
    } else {
      frames.reserveCapacity(items.count)
      for item in items { frames.append(try state.place(item)) }
    }
    return GridPage(
      width: state.viewportWidth, height: state.contentBottom - state.contentTop,
      details: StaggeredGridPage(
        contentTop: state.contentTop, columns: goesUp ? state.startColumns : state.columns),
      frames: frames)
  }

  package static func section(_ options: StaggeredGridLayout.Options) -> SectionOptions {
    .staggeredGrid(options)
  }
}

/// The details of a page of a staggered grid.
private struct StaggeredGridPage: GridPageDetails {
  static let type = LayoutType.staggeredGrid

  /// The top of the content, in points; `nil` for a page whose grid grows downwards only.
  var contentTop: Double?
  let columns: [StaggeredGridState.Column]

  var inList: Self { Self(contentTop: nil, columns: columns) }

  func write(_ frames: [Frame], to object: inout JSONWriter) {
    if let contentTop { object.member("content_top", contentTop) }
    object.array("columns", columns.indices) { writer, index in
      writer.object {
        $0.array("item_ids", frames.filter { $0.takes(column: index) }) { $0.value($1.id) }
        $0.member("balance_height", columns[index].balanceHeight)
        $0.member("height", columns[index].height)
      }
    }
  }
}

extension Frame {
  fileprivate func takes(column index: Int) -> Bool {
    guard let column else { return false }
    return (column..<column + columnSpan).contains(index)
  }
}

extension StaggeredGridLayout {
  func writeDetails(to object: inout JSONWriter) {
    object.array("columns", columns) { writer, column in
      writer.object {
        $0.array("item_ids", column.itemIDs) { $0.value($1) }
        $0.member("balance_height", column.balanceHeight)
        $0.member("height", column.height)
      }
    }
    optimum?.writeMembers(to: &object)
    if let explanation { object.object("explanation") { explanation.write(to: &$0) } }
  }
}

extension TwoColumnOptimum {
  /// Beside the height, which is that of the content or of `optimum`.
  fileprivate func writeMembers(to object: inout JSONWriter) {
    object.member("exact", isExact)
    object.member("lower_bound", lowerBound)
  }
}

extension StaggeredGridLayout.Explanation {
  fileprivate func write(to object: inout JSONWriter) {
    object.array("choices", choices) { writer, choice in
      writer.object {
        $0.member("id", choice.id)
        $0.member("column", choice.column)
        $0.member("rule", choice.rule.name)
        $0.array("heights", choice.heights) { $0.value($1) }
        $0.member("tie", choice.isTie)
        if let cursor = choice.cursor { $0.member("cursor", cursor) }
      }
    }
    object.object("quality") { quality.write(to: &$0) }
  }
}

extension StaggeredGridLayout.Quality {
  fileprivate func write(to object: inout JSONWriter) {
    object.member("white_space", whiteSpace)
    object.member("white_space_share", whiteSpaceShare)
    object.member("bottom_raggedness", bottomRaggedness)
    object.member("order_inversions", orderInversions)
    if let optimum, let distanceFromOptimum {
      object.object("optimum") {
        $0.member("height", optimum.height)
        optimum.writeMembers(to: &$0)
      }
      object.member("distance_from_optimum", distanceFromOptimum)
    }
  }
}
