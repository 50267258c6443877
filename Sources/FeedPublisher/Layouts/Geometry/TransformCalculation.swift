package import FeedLayout
package import Foundation
import StrictJSON

/// One sample of a paging effect, or its motion.
package struct TransformCalculation: Calculation {
  package static let name = "transform"
  package static let abstract = "A card under a paging effect at one progress, or its motion."
  package static let discussion =
    "Give a progress for a sample; or a tolerance for keyframes of the motion between two places."
  package static let options = OptionList(
    Self(),
    [
      .effect(\.effect, form: .requiredValue),
      .effectOptions(\.changed, of: \.effect),
      .size("size", \.size, "The card's size in points, such as 273x320."),
      .number(
        "progress", \.progress, in: .finite, "pages",
        "Pages from the middle: 0 is centred, 1 the next page, -1 the one before. It is required "
          + "without keyframes."),
      .keyframes(\.tolerance),
      .number(
        "from", \.from, in: Keyframes.supportedProgress, "pages",
        "The progress the keyframes start at; {range} ({default})."),
      .number(
        "to", \.to, in: Keyframes.supportedProgress, "pages",
        "The progress the keyframes end at; {range}, and not before their start ({default})."),
    ])

  var effect = PagingEffect.stack(.default)
  var changed: PagingTransform?
  var size = Size.zero
  var progress: Double?
  var tolerance: Double?
  var from = -1.0
  var to = 4.0

  package init() {}

  package func answer(items _: Data) throws -> [UInt8] {
    let transform = changed ?? PagingTransform(effect)
    // 1. The motion, if asked for.
    guard tolerance == nil || from <= to else {
      throw OptionProblem(
        option: "to", expected: "a number of at least \(NumberText.shortest(from))",
        found: NumberText.shortest(to))
    }
    let keyframes = try tolerance.map {
      try Keyframes(of: transform, over: from...to, page: size, tolerance: $0)
    }
    // 2. A sample, else.
    guard keyframes != nil || progress != nil else {
      throw OptionProblem(option: "progress", expected: "pages", found: nil)
    }
    return JSONWriter.encode {
      $0.object { object in
        object.member("effect", effect.name)
        var shadow = transform.shadow
        if let progress {
          let sample = transform.sample(at: progress, page: size)
          object.member("progress", progress)
          object.published { sample.write(to: &$0) }
          // It has the shadow at its progress.
          if case .scale = sample { shadow = nil }
        }
        if let shadow { object.member("shadow", shadow, CardShadow.published) }
        if let keyframes { object.member("keyframes", keyframes, Keyframes.ofCards) }
      }
    }
  }
}
