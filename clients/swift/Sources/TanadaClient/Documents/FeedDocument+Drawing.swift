import FeedLayout

extension FeedDocument {
  /// Returns this document without the sections that this client cannot draw. What is below one moves up into its
  /// place, and the screen becomes as much lower.
  public func drawable() -> FeedDocument {
    guard !sections.allSatisfy(\.isDrawable) else { return self }
    var document = self
    var drawn: [FeedSection] = []
    var shift = 0.0
    for (place, section) in sections.enumerated() {
      guard section.isDrawable else {
        shift += hole(at: place)
        continue
      }
      var moved = section
      moved.frame.y -= shift
      drawn.append(moved)
    }
    document.sections = drawn
    document.contentSize.height -= shift
    return document
  }

  /// How far what is below the section at `place` moves up without it, in points: up to the section's upper edge. At the
  /// end of the screen, the space above the section goes with it.
  private func hole(at place: Int) -> Double {
    let section = sections[place]
    if sections.indices.contains(place + 1) {
      return sections[place + 1].frame.y - section.frame.y
    }
    return place > 0 ? section.frame.maxY - sections[place - 1].frame.maxY : section.frame.height
  }
}
