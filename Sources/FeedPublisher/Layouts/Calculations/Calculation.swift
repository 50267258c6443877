package import FeedLayout
package import Foundation
import StrictJSON

/// Something that is computed from options, and for layouts from items, without a database:
/// `tanada layout`, `tanada settle`, `POST /v1/layouts/{type}` and the conformance cases.
package protocol Calculation: Sendable {
  /// The published name, such as `staggered_grid`.
  static var name: String { get }
  /// The abstract of its help: its result, in one sentence.
  static var abstract: String { get }
  /// The discussion of its help; may be empty.
  static var discussion: String { get }
  /// Its options.
  static var options: OptionList<Self> { get }

  /// The calculation with default options.
  init()

  /// Writes the answer, one JSON object.
  ///
  /// - Parameter items: the document of items; of no use to a calculation that takes none.
  /// - Throws: `DocumentProblems` for items that cannot be read, ``LayoutError`` for what cannot be
  ///   computed, ``OptionProblem`` for options that do not go together.
  func answer(items: Data) throws -> [UInt8]
}

/// A calculation that takes no items.
package protocol GeometryCalculation: Calculation {
  associatedtype Answer
  /// How its answer is published.
  static var published: Published<Answer> { get }

  /// - Throws: ``LayoutError`` for what cannot be computed, ``OptionProblem`` for options that do not go together.
  func answer() throws -> Answer
}

extension GeometryCalculation {
  /// The type of its answer.
  package static var publishedType: PublishedType { published.type }

  package func answer(items _: Data) throws -> [UInt8] {
    let answer = try answer()
    return JSONWriter.encode { writer in
      writer.published { Self.published.write(answer, &$0) }
    }
  }
}

/// A calculation that takes items: a layout.
///
/// It ends with a `CancellationError` between two of its steps when the task that it runs in is cancelled.
package protocol ItemCalculation: Calculation {
  /// The fields that are read of each item, in words.
  static var itemFields: String { get }
}

extension Calculation {
  package static var discussion: String { "" }

  /// The descriptions of its options.
  package static var descriptions: [OptionDescription] { options.descriptions }

  /// Creates the calculation with options from `texts`, by published name.
  package init(_ texts: [String: String]) throws(OptionProblem) {
    self.init()
    try Self.options.apply(texts, to: &self)
  }
}
