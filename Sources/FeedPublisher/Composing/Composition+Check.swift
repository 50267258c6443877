package import FeedLayout
package import FeedModel
package import StrictJSON

extension Composition {
  /// Lays out an example item in every section with the cells of `catalogue`, for `viewports` and the extremes of screens.
  ///
  /// - Throws: every problem of every section, and of the theme.
  package func check(
    for viewports: [Viewport], in catalogue: CellCatalogue
  ) throws(DocumentProblems) {
    var problems = sections.enumerated().flatMap { index, section in
      section.problems(at: "/sections/\(index)", viewports, catalogue, catalogue.theme(theme))
    }
    if let theme, !catalogue.themeNames.contains(theme) {
      problems.insert(
        DocumentProblem(
          pointer: "/theme", expected: .oneOf(catalogue.themeNames), found: .text(theme)), at: 0)
    }
    guard problems.isEmpty else { throw DocumentProblems(problems) }
  }
}

extension ContentKind {
  /// Lays out an example item in the default layout, for `viewports` and the extremes of screens.
  package func check(
    for viewports: [Viewport], in catalogue: CellCatalogue
  ) throws(DocumentProblems) {
    let section = Composition.Section(id: name, kind: self, title: LocalizedText(title))
    let problems =
      catalogue.problems(ofCell: cell, at: "/cell")
      + section.problems(at: "", viewports, catalogue, catalogue.theme())
    guard problems.isEmpty else { throw DocumentProblems(problems) }
  }
}

extension Composition.Section {
  /// The most items of a ring: the size of its states grows with the square of their count.
  private static let maximumRingLimit = 100

  /// The problems of the section at `pointer`, in its own layout and that of its fallback.
  fileprivate func problems(
    at pointer: String, _ viewports: [Viewport], _ catalogue: CellCatalogue, _ theme: CellTheme
  ) -> [DocumentProblem] {
    let cell = chosenCell
    var found = catalogue.problems(ofCell: self.cell, at: "\(pointer)/cell")
    found += problems(
      of: layout ?? kind.defaultLayout, at: "/layout", with: cell, pointer, viewports, catalogue,
      theme)
    if case .look(let layout, let name) = fallback {
      found += catalogue.problems(ofCell: name, at: "\(pointer)/fallback/cell")
      found += problems(
        of: layout, at: "/fallback/layout", with: name ?? cell, pointer,
        viewports, catalogue, theme)
    }
    return found
  }

  /// The problems of the section in the layout `choice`, which is at `member` of it, with `cell`.
  private func problems(
    of choice: Composition.LayoutChoice, at member: String, with cell: String,
    _ pointer: String, _ viewports: [Viewport], _ catalogue: CellCatalogue, _ theme: CellTheme
  ) -> [DocumentProblem] {
    let layoutPointer = pointer + member
    let recipe: LayoutRecipe
    do throws(OptionProblem) {
      recipe = try LayoutRecipe(type: choice.type, options: choice.options)
    } catch {
      return [
        DocumentProblem(
          pointer: error.option == "type" && choice.options["type"] == nil
            ? "\(layoutPointer)/type"
            : "\(layoutPointer)/options/\(error.option.escapedForPointer)",
          expected: .words(error.expected),
          found: error.found.map { .text($0) } ?? .nothing)
      ]
    }
    var problems: [DocumentProblem] = []
    if recipe.options is CircularCarouselLayout.Options, limit > Self.maximumRingLimit {
      problems.append(
        DocumentProblem(
          pointer: "\(pointer)/limit",
          expected: .words("at most \(Self.maximumRingLimit) in a ring"),
          found: .number("\(limit)")))
    }
    let example = kind.example
    // A photo of the store has a size.
    let photoSize = example.photoID.map { _ in PictureSize(width: 1, height: 1) }
    let item = LayoutItem(example, pictureSize: example.pictureSize ?? photoSize)
    let look = SectionLooks.Look(
      recipe, cell: cell, in: catalogue, theme: theme)
    for traits in viewports.map({ ScreenTraits($0) }) + ScreenTraits.extremes {
      do {
        _ = try SectionDesign(look, of: kind, for: traits).layout(of: [item])
      } catch {
        problems.append(problem(error, of: choice, on: traits, at: layoutPointer))
        break
      }
    }
    return problems
  }

  /// Why items cannot be laid out on a screen, as a problem of the layout `choice` at `pointer`.
  private func problem(
    _ error: LayoutError, of choice: Composition.LayoutChoice, on traits: ScreenTraits,
    at pointer: String
  ) -> DocumentProblem {
    // The example item stands for the kind: what it lacks, no item has.
    if case .missingMediaSize = error {
      return DocumentProblem(
        pointer: pointer,
        expected: .words(
          "the roles image_width and image_height in \(kind.name), or an image of type photo, "
            + "since \(choice.type) needs the sizes of pictures"),
        found: .nothing)
    }
    let width = NumberText.shortest(traits.viewport.width)
    return DocumentProblem(
      pointer: pointer, expected: .words("a layout of \(kind.name) \(width) points wide"),
      found: .malformed(error.description))
  }
}

extension CellCatalogue {
  /// The problem of a cell that is not there; none for `nil`.
  fileprivate func problems(ofCell name: String?, at pointer: String) -> [DocumentProblem] {
    guard let name, cells[name] == nil else { return [] }
    let names = cells.definitions.map(\.name)
    return [DocumentProblem(pointer: pointer, expected: .oneOf(names), found: .text(name))]
  }
}

extension ScreenTraits {
  /// The narrowest and the widest screen, with the smallest, the standard and the largest text. A
  /// layout that exists for these exists for every screen.
  static let extremes: [ScreenTraits] = {
    let (widths, sizes) = (Viewport.supportedWidths, TextSize.supported)
    return [widths.lowerBound, widths.upperBound].flatMap { width in
      [sizes.lowerBound, TextSize.standard.share, sizes.upperBound].compactMap { share in
        guard let viewport = try? Viewport(width: width), let textSize = try? TextSize(share) else {
          return nil
        }
        return ScreenTraits(viewport, textSize: textSize)
      }
    }
  }()
}

extension Viewport {
  /// The screens that compositions are checked for: iPhones and iPads, in portrait and landscape.
  package static let common = viewports([
    320, 375, 390, 393, 402, 414, 420, 428, 430, 440, 744, 768, 810, 820, 834, 1024, 1032, 1112,
    1133, 1180, 1194, 1210, 1366, 1376,
  ])
  /// The screens that pictures are made for: those of most phones, and of a window on a desk.
  package static let withPictures = viewports([390, 360, 375, 393, 402, 412, 414, 430, 1440])

  private static func viewports(_ widths: [Double]) -> [Viewport] {
    widths.compactMap { try? Viewport(width: $0) }
  }
}

extension FeedPublisher {
  /// Lays out an example item in every section, for each width that is published.
  package func check(
    _ composition: Composition, in catalogue: CellCatalogue
  ) throws(DocumentProblems) {
    try composition.check(for: configuration.viewports, in: catalogue)
  }
}
