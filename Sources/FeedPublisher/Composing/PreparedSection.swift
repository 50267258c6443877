package import FeedLayout
package import FeedModel
import FeedStore
import Foundation
import LayoutCatalog

/// A section before its layout: its items, and the revision that changed it last.
struct PreparedSection: Sendable {
  let specification: Composition.Section
  let recipe: LayoutRecipe
  let items: [FeedItem]
  let layoutItems: [LayoutItem]
  /// The 0-based position of the first item in the whole section.
  let firstPosition: Int
  /// The item that would come next if the section showed more; `nil` at the end.
  let follower: Int?
  /// When it shows other items, as long as it is shown itself.
  let boundaries: Boundaries
  /// The revision that changed the section last.
  let lastChange: LastChange
  /// The errors because of which it is empty, or has the default layout of its kind.
  let failures: [PreparedFeed.Failure]

  var id: String { specification.id }
  /// The id of the revision that changed the section last; `nil` before the first write.
  var revisionID: UUID? { lastChange.id }

  /// Section `specification` of `feed` with its items.
  ///
  /// - Parameters:
  ///   - shown: its items, or the reason why they could not be read.
  ///   - firstPosition: the position of the first of them, for a page.
  ///   - preparation: the revision that is prepared.
  init(
    _ specification: Composition.Section, of feed: String,
    showing shown: Result<PreparedFeed.ShownItems, any Error>, from firstPosition: Int = 0,
    in preparation: FeedPreparation
  ) {
    var failures: [PreparedFeed.Failure] = []
    var content = PreparedFeed.ShownItems(items: [])
    switch shown {
    case .success(let items): content = items
    case .failure(let error): failures.append(.init(section: specification.id, reason: "\(error)"))
    }
    let (recipe, problem) = LayoutRecipe.used(by: specification)
    if let problem {
      failures.append(.init(section: specification.id, reason: "layout: \(problem)"))
    }
    let lastChange = preparation.lastChange(
      of: DocumentKey(feed: feed, section: specification.id),
      showing: .ofSection(specification, content, recipe: recipe, failures: failures))
    items = content.items.enumerated().map { position, item in
      let place = FeedItem.Place(
        feed: feed, revision: lastChange.number, section: specification,
        position: firstPosition + position)
      return FeedItem(
        item, photo: content.photos?.photo(of: item), at: place, publishing: preparation.publishing)
    }
    layoutItems = content.items.map {
      LayoutItem($0, pictureSize: $0.pictureSize(of: content.photos?.photo(of: $0)))
    }
    follower = content.follower
    boundaries = content.boundaries
    self.recipe = recipe
    self.firstPosition = firstPosition
    self.specification = specification
    self.lastChange = lastChange
    self.failures = failures
  }
}

extension PreparedSection {
  /// The section on a screen with `traits`, with its top edge at `top` points. A section that cannot be laid
  /// out is empty, and the reason is returned.
  ///
  /// - Parameter includingNext: whether the cursor of the items that it does not show is made, too.
  func placed(
    for traits: ScreenTraits, top: Double, includingNext: Bool = false
  ) -> (section: FeedSection, failure: PreparedFeed.Failure?) {
    var design = design(for: traits)
    let header = header(for: traits)
    var items = items
    var failure: PreparedFeed.Failure?
    let layout: SectionLayout
    do {
      layout = try design.layout(of: layoutItems)
      design = design.fitted(to: layout.frames)
    } catch {
      failure = PreparedFeed.Failure(section: id, reason: error.description)
      layout = design.emptyLayout
      items = []
    }
    let frame = Rect(
      x: 0, y: top, width: traits.viewport.width,
      height: (header?.height ?? 0) + layout.contentSize.height)
    let section = FeedSection(
      specification: specification, revision: lastChange.number, frame: frame, header: header,
      design: design, layout: layout, presentation: recipe.presentation, items: items,
      next: includingNext && failure == nil
        ? next(for: traits, top: top, height: layout.contentSize.height) : nil)
    return (section, failure)
  }

  /// The section as the next one of `column` on a screen with `traits`; see ``placed(for:top:includingNext:)``.
  func placed(
    in column: inout SectionColumn, for traits: ScreenTraits
  ) -> (section: FeedSection, failure: PreparedFeed.Failure?) {
    let placed = placed(for: traits, top: column.nextTop, includingNext: true)
    let top = column.append(height: placed.section.frame.height)
    // An empty section is found to be one when it has been laid out.
    return top == placed.section.frame.y
      ? placed : self.placed(for: traits, top: top, includingNext: true)
  }

  /// The cursor of the items that the section does not show on a screen with `traits`; `nil` at the end, and for a
  /// layout that depends on every item.
  private func next(for traits: ScreenTraits, top: Double, height: Double) -> SectionCursor? {
    let design = design(for: traits)
    guard recipe.hasPages, follower != nil, let last = items.last,
      var continuation = SectionContinuation(design),
      (try? continuation.place(design.items(layoutItems), inSectionOfHeight: height)) != nil
    else { return nil }
    return beginning(for: traits, top: top, height: height)
      .moved(to: items.count, height: height, continuation: continuation)
      .leaving(behind: last.content, sortedBy: specification.source.sort, isOpen: true)
  }

  /// The cursor of the first item, for a section whose layout is `height` points high, with its top edge at `top`
  /// points.
  func beginning(for traits: ScreenTraits, top: Double, height: Double) -> SectionCursor {
    SectionCursor(
      revision: lastChange.number, revisionID: revisionID, position: 0,
      width: traits.viewport.width,
      textSize: traits.textSize == .standard ? nil : traits.textSize.share,
      direction: traits.direction == .leftToRight ? nil : traits.direction.rawValue,
      top: top, height: height, continuation: SectionContinuation(design(for: traits)))
  }

  /// The section's layout and cell for a screen with `traits`.
  func design(for traits: ScreenTraits) -> SectionDesign {
    SectionDesign(recipe.options, of: specification.kind, for: traits)
  }

  /// The header for a screen with `traits`; `nil` for a section without one.
  func header(for traits: ScreenTraits) -> HeaderDesign? {
    specification.header.map {
      HeaderDesign(
        height: $0.height, hasSubtitle: $0.subtitle != nil, hasAction: $0.action != nil,
        for: traits)
    }
  }
}

extension Composition.Source {
  /// The sort keys of the items, without the id.
  var sort: [ContentQuery.SortKey] {
    if case .query(let query) = self { query.sort } else { [] }
  }
}

extension SectionDesign {
  /// The design of a section of `kind` with `options` on a screen with `traits`.
  init(_ options: SectionOptions, of kind: ContentKind, for traits: ScreenTraits) {
    self.init(
      options, cell: CellName(rawValue: kind.cell ?? kind.name), roles: kind.cellRoles, for: traits)
  }
}

extension ContentKind {
  /// The roles that the cells of the kind can show.
  fileprivate var cellRoles: Set<CellRole> {
    Set(roles.all.compactMap { CellRole(rawValue: $0.role.rawValue) })
  }
}

extension LayoutItem {
  /// The layout input of `item`, whose picture has the size `pictureSize`, in pixels; `nil` if it is not known.
  package init(_ item: ContentItem, pictureSize: PictureSize?) {
    self.init(
      id: item.id,
      mediaSize: pictureSize.map {
        Size(width: Double($0.width), height: Double($0.height))
      })
  }
}
