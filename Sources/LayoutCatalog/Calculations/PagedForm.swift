package import FeedLayout

/// A layout that can go on from a state.
package protocol PagedForm: LayoutForm {
  associatedtype State: GridState
  /// What there is to know of its pages.
  static var pageWords: String { get }
  /// How it can be asked to go on.
  static var pageOptions: OptionTable<PageRequest<State>> { get }

  /// The layout before its first item, as the options say.
  ///
  /// - Parameters:
  ///   - state: the one that is to go on, if there is one.
  ///   - option: what asks for a state.
  /// - Throws: ``OptionProblem`` or ``LayoutError`` for options that no state goes together with.
  func beginning(in viewport: Viewport, from state: State?, named option: String) throws -> State

  /// Places `items` after `state`, or above everything.
  ///
  /// - Throws: ``LayoutError``, with the index in `items`.
  static func page(
    of items: [LayoutItem], after state: inout State, goesUp: Bool
  ) throws(LayoutError) -> GridPage
}

extension PagedForm {
  package static var pageOptions: OptionTable<PageRequest<State>> { PageRequest.options }
}

extension UniformGridForm: PagedForm {
  package static let pageWords =
    "With with_state and state a list is laid out page by page, with the frames it has at once."

  package func beginning(
    in viewport: Viewport, from _: UniformGridState?, named _: String
  ) throws -> UniformGridState {
    try UniformGridState(viewport: viewport, options: grid)
  }

  package static func page(
    of items: [LayoutItem], after state: inout UniformGridState, goesUp _: Bool
  ) throws(LayoutError) -> GridPage {
    let before = state.itemCount
    var frames: [Frame] = []
    frames.reserveCapacity(items.count)
    do throws(LayoutError) {
      for item in items { frames.append(try state.place(item)) }
    } catch {
      throw error.counted(from: before)
    }
    return GridPage(
      width: state.viewportWidth, height: state.contentBottom,
      details: .uniform(columnCount: state.options.columnCount, mediaSize: state.mediaSize),
      frames: frames)
  }
}

extension StaggeredGridForm: PagedForm {
  package static let pageWords = """
    With with_state and state a list is laid out page by page, with the frames it has at once; with \
    prepend it grows upwards. The answer to a state has "content_top", which is 0 until something is \
    prepended, and its content is from there to the bottom. Its "columns" name the items of the page, \
    and have the heights of the edge that they were placed at.
    """
  package static let pageOptions =
    PageRequest<StaggeredGridState>.options
    + OptionTable([
      .flag(
        "prepend", \.goesUp,
        "Whether the items go above those of the state, at negative heights, and nothing else moves "
          + "(false).")
    ])

  package func beginning(
    in viewport: Viewport, from state: StaggeredGridState?, named _: String
  ) throws -> StaggeredGridState {
    if state != nil, grid.explains {
      throw OptionProblem(option: "explain", expected: "no explanation of a page", found: "true")
    }
    return try StaggeredGridState(viewport: viewport, options: grid)
  }

  package static func page(
    of items: [LayoutItem], after state: inout StaggeredGridState, goesUp: Bool
  ) throws(LayoutError) -> GridPage {
    let before = state.itemCount
    var frames: [Frame] = []
    if goesUp {
      frames = try state.prepend(items)
    } else {
      frames.reserveCapacity(items.count)
      do throws(LayoutError) {
        for item in items { frames.append(try state.place(item)) }
      } catch {
        throw error.counted(from: before)
      }
    }
    return GridPage(
      width: state.viewportWidth, height: state.contentBottom - state.contentTop,
      details: .staggered(
        contentTop: state.contentTop, columns: goesUp ? state.startColumns : state.columns),
      frames: frames)
  }
}

extension JustifiedRowsForm: PagedForm {
  package static let pageWords = """
    With with_state and state a list is laid out page by page, with the rows it has at once. A last \
    row that is not full goes on with the next page: the answer to a state begins with that row, and \
    its frames are the new ones of its items. Only greedy breaks can go on.
    """

  package func beginning(
    in viewport: Viewport, from _: JustifiedRowsState?, named option: String
  ) throws -> JustifiedRowsState {
    guard rows.breaks == .greedy else {
      throw OptionProblem(
        option: option, expected: "greedy breaks with it", found: rows.breaks.rawValue)
    }
    return try JustifiedRowsState(viewport: viewport, options: rows)
  }

  package static func page(
    of items: [LayoutItem], after state: inout JustifiedRowsState, goesUp _: Bool
  ) throws(LayoutError) -> GridPage {
    let before = state.itemCount
    let first = before - state.openItemIDs.count
    var page: JustifiedRowsPage
    do throws(LayoutError) {
      page = try state.append(items)
    } catch {
      throw error.counted(from: before)
    }
    page.add(state.openRow)
    return GridPage(
      width: state.viewportWidth,
      height: page.rows.last.map { $0.y + $0.height } ?? state.bottom,
      details: .justified(page, firstItem: first), frames: page.frames)
  }
}

extension LayoutError {
  /// The same of the item whose place is counted from the one at `first`.
  fileprivate func counted(from first: Int) -> LayoutError {
    switch self {
    case .missingMediaSize(let index, let id):
      .missingMediaSize(index: index - first, id: id)
    case .unusableMediaSize(let index, let id, let size):
      .unusableMediaSize(index: index - first, id: id, size: size)
    case .spanOverColumns(let index, let id, let span, let columns):
      .spanOverColumns(index: index - first, id: id, span: span, columns: columns)
    default: self
    }
  }
}
