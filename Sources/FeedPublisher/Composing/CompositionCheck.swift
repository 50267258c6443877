package import FeedLayout
package import FeedModel
import LayoutCatalog
package import StrictJSON

/// Checks whether the sections of a composition, and the items of a kind, can be laid out.
package enum CompositionCheck {
  /// The most items of a ring: the size of its states grows with the square of their count.
  static let maximumRingLimit = 100

  /// Lays out one example item in every section, for each of `viewports` and the extremes of screens.
  ///
  /// - Throws: every problem of every section.
  package static func check(
    _ composition: Composition, for viewports: [Viewport]
  ) throws(DocumentProblems) {
    var problems = DocumentProblems()
    for (index, section) in composition.sections.enumerated() {
      for problem in Self.problems(of: section, at: "/sections/\(index)", viewports) {
        problems.append(problem)
      }
    }
    guard problems.isEmpty else { throw problems }
  }

  /// Lays out an example item of `kind` in its default layout, for each of `viewports` and the extremes of screens.
  ///
  /// - Throws: the problems of the definition's `layout`.
  package static func check(
    _ kind: ContentKind, for viewports: [Viewport]
  ) throws(DocumentProblems) {
    let section = Composition.Section(id: kind.name, kind: kind, title: LocalizedText(kind.title))
    let problems = problems(of: section, at: "", viewports)
    guard problems.isEmpty else { throw DocumentProblems(problems) }
  }

  private static func problems(
    of section: Composition.Section, at pointer: String, _ viewports: [Viewport]
  ) -> [DocumentProblem] {
    let chosen = section.layout ?? section.kind.defaultLayout
    let cell = CellName(rawValue: section.kind.cell ?? section.kind.name)
    var found = problems(of: chosen, with: cell, in: section, at: pointer, viewports)
    if case .look(let layout, let name) = section.fallback {
      found += problems(
        of: layout, with: name.flatMap(CellName.init) ?? cell, in: section, at: pointer,
        below: "/fallback", viewports)
    }
    return found
  }

  /// The problems of `section`, which is at `pointer`, in the layout `choice` with `cell`.
  ///
  /// - Parameter member: the object in the section that has the layout, if it is not the section itself.
  private static func problems(
    of choice: Composition.LayoutChoice, with cell: CellName?, in section: Composition.Section,
    at pointer: String, below member: String = "", _ viewports: [Viewport]
  ) -> [DocumentProblem] {
    let layoutPointer = "\(pointer)\(member)/layout"
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
    if recipe.options.type == .circularCarousel, section.limit > maximumRingLimit {
      problems.append(
        DocumentProblem(
          pointer: "\(pointer)/limit", expected: .words("at most \(maximumRingLimit) in a ring"),
          found: .number("\(section.limit)")))
    }
    let example = section.kind.example
    // A photo of the store has a size.
    let photoSize = example.photoID.map { _ in PictureSize(width: 1, height: 1) }
    let item = LayoutItem(example, pictureSize: example.pictureSize ?? photoSize)
    for traits in viewports.map({ ScreenTraits($0) }) + ScreenTraits.extremes {
      do {
        let look = SectionLooks.Look(recipe, cell: cell)
        _ = try SectionDesign(look, of: section.kind, for: traits).layout(of: [item])
      } catch {
        problems.append(
          Self.problem(error, of: choice, with: section.kind, traits, at: layoutPointer))
        break
      }
    }
    return problems
  }

  /// Why items of `kind` cannot be laid out on a screen, as a problem of the layout `choice` at `pointer`.
  private static func problem(
    _ error: LayoutError, of choice: Composition.LayoutChoice, with kind: ContentKind,
    _ traits: ScreenTraits, at pointer: String
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

extension ScreenTraits {
  /// The narrowest and the widest screen, each with the smallest, the standard and the largest text. A layout that
  /// exists for all of them exists for every screen.
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

extension FeedPublisher {
  /// Lays out one example item in every section, for each width that is published.
  ///
  /// - Throws: every problem of every section.
  package func check(_ composition: Composition) throws(DocumentProblems) {
    try CompositionCheck.check(composition, for: configuration.viewports)
  }
}
