package import FeedLayout
package import FeedModel
import LayoutCatalog
package import StrictJSON

/// Checks whether the sections of a composition, and the items of a kind, can be laid out.
package enum CompositionCheck {
  /// The most items of a ring: the size of its states grows with the square of their count.
  static let maximumRingLimit = 100

  /// Lays out one example item in every section, for each of `viewports`.
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

  /// Lays out an example item of `kind` in its default layout, for each of `viewports`.
  ///
  /// - Throws: the problems of the definition's `layout`.
  package static func check(
    _ kind: ContentKind, for viewports: [Viewport]
  ) throws(DocumentProblems) {
    let section = Composition.Section(id: kind.name, kind: kind, title: kind.title)
    let problems = problems(of: section, at: "", viewports)
    guard problems.isEmpty else { throw DocumentProblems(problems) }
  }

  private static func problems(
    of section: Composition.Section, at pointer: String, _ viewports: [Viewport]
  ) -> [DocumentProblem] {
    let recipe: LayoutRecipe
    do {
      recipe = try LayoutRecipe(of: section)
    } catch {
      return [
        DocumentProblem(
          pointer: error.option == "type" && !isOption("type", of: section)
            ? "\(pointer)/layout/type"
            : "\(pointer)/layout/options/\(error.option.escapedForPointer)",
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
    for viewport in viewports {
      do {
        _ = try SectionLayout(recipe.options, items: [item], viewport: viewport)
      } catch {
        let width = NumberText.shortest(viewport.width)
        problems.append(
          DocumentProblem(
            pointer: "\(pointer)/layout",
            expected: .words("a layout of \(section.kind.name) \(width) points wide"),
            found: .malformed(error.description)))
        break
      }
    }
    return problems
  }

  private static func isOption(_ name: String, of section: Composition.Section) -> Bool {
    section.layout?.options[name] != nil
  }
}

extension FeedPublisher {
  /// Lays out one example item in every section, for each width that is published.
  ///
  /// - Throws: every problem of every section.
  package func check(_ composition: Composition) throws(DocumentProblems) {
    try CompositionCheck.check(composition, for: configuration.viewports)
  }
}
