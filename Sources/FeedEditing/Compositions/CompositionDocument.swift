package import FeedModel
package import FeedStore
import StrictJSON

/// A composition as it is served and stored, and whether it is the default.
package struct CompositionDocument: Sendable {
  package let bytes: [UInt8]
  /// Whether it is an editor's own, and not the default.
  package let isStored: Bool

  /// The document that `composition` is written as.
  package init(_ composition: Composition) {
    bytes = JSONWriter.encode { composition.write(to: &$0) }
    isStored = true
  }

  /// The document of `feed` as `audience` reads it; `nil` for a feed that does not exist. A damaged one is served
  /// unchanged to editors, so that it can be repaired.
  ///
  /// - Throws: ``EditingError/compositionUnreadable(feed:)`` or ``StoreError``.
  package init?(
    of feed: String, in reader: any ContentReader, for audience: Composition.Audience = .editors
  ) throws {
    let stored = try reader.compositionDocument(of: feed)
    do {
      guard var composition = try reader.composition(of: feed) else { return nil }
      if case .everybody(let moment) = audience {
        composition = try reader.shown(composition, at: moment)
      }
      bytes = JSONWriter.encode { composition.write(to: &$0, for: audience) }
    } catch is DocumentProblems {
      guard audience == .editors, let stored else {
        throw EditingError.compositionUnreadable(feed: feed)
      }
      bytes = Array(stored.utf8)
    }
    isStored = stored != nil
  }

  /// The strong tag of the document.
  package var entityTag: String { EntityTag.text(of: bytes) }

  /// The document as the store has it.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension ContentReader {
  /// The part of `composition` that everybody may know of at `moment`: of pinned items, those that are shown.
  fileprivate func shown(_ composition: Composition, at moment: Timestamp) throws -> Composition {
    let visibility = Visibility(at: moment)
    return composition.with(
      try composition.shown(to: .everybody(at: moment)).sections.map {
        $0.choosing(from: try source(of: $0, visibility: visibility))
      })
  }
}

/// A feed, as lists show it.
package struct FeedSummary: Sendable {
  package let name: String
  /// The feed has no composition of its own, and shows the default one.
  package let isDefault: Bool
  /// The number of sections of its composition; `nil` if the stored composition is damaged.
  package let sectionCount: Int?

  /// All feeds in `reader`: home first, then the others in alphabetical order.
  ///
  /// - Parameter audience: the clients whose sections are counted.
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
