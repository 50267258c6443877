import FeedLayout
import FeedModel
import FeedPublisher

/// The schemas of what geometry without items answers.
extension LayoutRoutes {
  static let geometry: [Schema.Component] =
    PagingEffect.Sample.families.map { family in
      (
        "\(family.name)Sample",
        .object(
          [
            .required("effect", .component("EffectName")),
            .required("progress", .number(), "Pages from the middle."),
            .optional("keyframes", .component("CardKeyframes")),
          ] + family.type.members.map(Schema.Property.init)
        ).described(family.text)
      )
    } + [("EffectMotion", motion)]
    + own([
      ImageFitCalculation.published.type, ZoomCalculation.published.type,
      StarsCalculation.published.type, PagingCalculation.published.type,
    ])

  /// The components of `types` that documents do not have.
  static func own(_ types: [PublishedType]) -> [Schema.Component] {
    let shared = Set(Documents.components(.standard).map(\.name))
    return types.flatMap { Schema.components($0) }.filter { !shared.contains($0.name) }
  }

  /// The answer of the calculation called `name`.
  static func geometryAnswer(of calculation: any Calculation.Type) -> Schema {
    if let calculation = calculation as? any GeometryCalculation.Type {
      return Schema(calculation.publishedType)
    }
    return .any(
      of: PagingEffect.Sample.families.map { .component("\($0.name)Sample") }
        + [.component("EffectMotion")])
  }

  private static let motion = Schema.object([
    .required("effect", .component("EffectName")),
    .required("keyframes", .component("CardKeyframes")),
  ]).described("A motion alone, of a request without a progress.")
}
