package import FeedLayout
package import FeedModel
package import StrictJSON

/// Whether the items of a kind can be laid out as its definition says.
package enum KindCheck {
  /// Lays out an example item in the default layout, for each of `viewports`.
  ///
  /// - Throws: what is wrong with the definition's `layout`.
  package static func check(
    _ kind: ContentKind, for viewports: [Viewport]
  ) throws(DocumentProblems) {
    let section = Composition.Section(id: kind.name, kind: kind, title: kind.title)
    do {
      try CompositionCheck.check(
        Composition(feed: kind.name, sections: [section]), for: viewports)
    } catch {
      let prefix = "/sections/0"
      let problems = error.listed.filter { $0.pointer.hasPrefix(prefix + "/layout") }
      guard !problems.isEmpty else { return }
      throw DocumentProblems(
        problems.map { problem in
          var problem = problem
          problem.pointer.removeFirst(prefix.count)
          return problem
        })
    }
  }
}
