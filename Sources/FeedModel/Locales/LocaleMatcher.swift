/// Finds the nearest of some locales to those that a reader wants (UTS #35, language matching).
struct LocaleMatcher: Hashable, Sendable {
  private struct Candidate: Hashable, Sendable {
    let tag: LocaleTag
    let meaning: LikelySubtags
  }

  /// The locales in the order in which they win of equally near ones: the default one, those in which a language is best
  /// known, the others.
  private let candidates: [Candidate]

  /// - Parameter locales: the default one first.
  init(_ locales: [LocaleTag]) {
    let all = locales.map { Candidate(tag: $0, meaning: LikelySubtags(of: $0)) }
    let known = all.dropFirst().filter { Self.paradigms.contains($0.meaning) }
    let others = all.dropFirst().filter { !Self.paradigms.contains($0.meaning) }
    candidates = all.prefix(1) + known + others
  }

  /// The paradigm locales of CLDR.
  private static let paradigms: Set = [
    LikelySubtags("en"), LikelySubtags("en", nil, "GB"), LikelySubtags("es"),
    LikelySubtags("es", nil, "419"), LikelySubtags("pt"), LikelySubtags("pt", nil, "PT"),
  ]

  /// The nearest locale to one of `wanted`, the most wanted first; `nil` if none is near.
  func best(for wanted: [LocaleTag]) -> LocaleTag? {
    var (best, bound) = (LocaleTag?.none, LocaleDistance.threshold)
    for tag in wanted {
      // 1. The same one, also by another tag.
      let meaning = LikelySubtags(of: tag)
      let same = candidates.first { $0.tag == tag } ?? candidates.first { $0.meaning == meaning }
      if let same { return same.tag }
      // 2. One that is nearer to this than others are to those before.
      for candidate in candidates {
        let distance = LocaleDistance.between(meaning, candidate.meaning)
        if distance < bound { (best, bound) = (candidate.tag, distance) }
      }
      // 3. What is wanted less has to be nearer.
      if best != nil { bound -= LocaleDistance.demotion }
      if bound <= 0 { break }
    }
    return best
  }
}
