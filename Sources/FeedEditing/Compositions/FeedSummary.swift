package import FeedModel
package import FeedStore
import StrictJSON

/// A feed, as lists show it.
package struct FeedSummary: Sendable {
  package let name: String
  /// Whether it shows the default composition, because it has none of its own.
  package let isDefault: Bool
  /// The number of sections of its composition; `nil` if the stored composition is damaged.
  package let sectionCount: Int?

  /// All feeds in `reader`: home first, then the others in alphabetical order.
  ///
  /// - Parameter audience: Those whose sections are counted.
  /// - Throws: ``StoreError``.
  package static func all(
    in reader: any ContentReader, for audience: Composition.Audience = .editors
  ) throws -> [FeedSummary] {
    let composed = Set(try reader.composedFeeds())
    return try reader.feedNames().map { name in
      FeedSummary(
        name: name, isDefault: !composed.contains(name),
        sectionCount: try readable(name, in: reader).map { composition in
          composition.shown(to: audience).sections.count
        })
    }
  }

  /// The composition of `feed`; `nil` if it is damaged.
  private static func readable(
    _ feed: String, in reader: any ContentReader
  ) throws -> Composition? {
    do {
      return try reader.composition(of: feed)
    } catch is DocumentProblems {
      return nil
    }
  }
}
