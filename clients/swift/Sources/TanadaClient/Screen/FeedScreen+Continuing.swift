import FeedLayout

extension FeedScreen {
  /// The sections that should load their next page, with the part of the screen from `top` to `bottom` in sight.
  ///
  /// Only the last section goes on by itself, when its end is less than a screen below: a page of any other one would push
  /// away what is below it, and nobody would ever come there. A row goes on when it has come to its last items.
  ///
  /// - Parameters:
  ///   - top: the upper edge of what is in sight, in points.
  ///   - bottom: the lower edge.
  ///   - offsets: the offsets of sections that have moved sideways, by their ids.
  public func sectionsToContinue(
    from top: Double, to bottom: Double, offsets: [String: Double] = [:]
  ) -> [FeedSection] {
    let sight = Rect(
      x: 0, y: top, width: document.viewportWidth, height: max(0, bottom - top))
    return sections.enumerated().compactMap { place, section in
      guard section.section.next != nil else { return nil }
      let isWanted =
        if let motion = section.motion {
          section.contentBox.intersection(sight) != nil
            && section.comesToItsEnd(
              at: offsets[section.section.id] ?? motion.initialOffset, of: motion,
              width: sight.width)
        } else {
          place == sections.count - 1 && section.section.frame.maxY > top
            && section.section.frame.maxY < bottom + sight.height
        }
      return isWanted ? section.section : nil
    }
  }

  /// Returns the offsets of sections on this screen that show what `offsets` do on `former`: the same page, where a row
  /// comes to rest at pages, else the same place as far as the row goes.
  public func offsets(
    carrying offsets: [String: Double], from former: FeedScreen?
  ) -> [String: Double] {
    let isSameWidth = former?.document.viewportWidth == document.viewportWidth
    let before = Dictionary(
      (former?.sections ?? []).map { ($0.section.id, $0.motion) }
    ) { first, _ in first }
    var carried: [String: Double] = [:]
    for section in sections {
      guard let motion = section.motion, let offset = offsets[section.section.id] else { continue }
      let index = isSameWidth ? nil : before[section.section.id]??.nearestIndex(at: offset)
      let wanted = index.flatMap { motion.offset(ofIndex: $0) } ?? offset
      carried[section.section.id] =
        motion.limits.map { min(max(wanted, $0.lowerBound), $0.upperBound) } ?? wanted
    }
    return carried
  }
}

extension SectionMotion {
  /// The page, snap or card whose offset is nearest to `offset`; `nil` where there is none.
  fileprivate func nearestIndex(at offset: Double) -> Int? {
    func distance(_ index: Int) -> Double? {
      self.offset(ofIndex: index).map { rest in
        (period.map { (rest - offset).remainder(dividingBy: $0) } ?? rest - offset).magnitude
      }
    }
    let distances = sequence(first: 0) { $0 + 1 }.lazy.map(distance).prefix { $0 != nil }
    return distances.compactMap { $0 }.enumerated().min { $0.element < $1.element }?.offset
  }
}

extension FeedScreen.Section {
  /// How many items before the last one the next page is loaded.
  private static let itemsAhead = 8

  /// Whether one of the last items is in sight at `offset`.
  fileprivate func comesToItsEnd(
    at offset: Double, of motion: any SectionMotion, width: Double
  ) -> Bool {
    let first = entries.count - Self.itemsAhead
    if let front = motion.front(at: offset) { return front >= first }
    return motion.poses(at: offset).enumerated().contains { place, pose in
      guard place >= first, let box = pose?.coveredBox else { return false }
      return box.maxX > 0 && box.x < width
    }
  }
}
