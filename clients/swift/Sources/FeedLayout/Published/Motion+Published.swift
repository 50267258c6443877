// Cards under a paging effect, and motions as keyframes.

extension PagingEffect {
  /// How the name of an effect is published.
  public static let publishedName = Published<String>.name(of: allCases.map(\.name))
    .named("EffectName")
}

extension PagingEffect.Sample {
  /// The members of the samples of each family of effects. The one with the most members of its own comes first.
  public static let families: [PublishedName] = [
    PublishedName(
      name: "Snapshot", text: "A card in pieces (effects snapshot.…).",
      type: .object(SnapshotTransform.Sample.members.map(\.description))),
    PublishedName(
      name: "Stack", text: "A card of a pile (effects stack.…).",
      type: .object(StackTransform.Sample.members.map(\.description))),
    PublishedName(
      name: "Scale",
      text: "A card that is scaled, moved and turned in space (effects scale.…).",
      type: .object(ScaleTransform.Sample.members.map(\.description))),
  ]

  /// Writes the members of the sample.
  public func write(to writer: inout any ValueWriter) {
    switch self {
    case .scale(let sample): ScaleTransform.Sample.members.write(sample, to: &writer)
    case .stack(let sample): StackTransform.Sample.members.write(sample, to: &writer)
    case .snapshot(let sample): SnapshotTransform.Sample.members.write(sample, to: &writer)
    }
  }
}

extension CardStackLayout.State {
  /// A state has the members of its family.
  static let published: Published<Self> = {
    let progress = Member<Self>(
      "progress", .number,
      "Pages from the middle: 0 is the front card, 1 the one behind it, -1 one that has been swiped away."
    ) { $0.progress }
    let families = PagingEffect.Sample.families.map { family in
      PublishedType.named(
        PublishedName(
          name: family.name + "State", text: family.text,
          type: .object([progress.description] + family.type.members)))
    }
    return Published(.either(families)) { state, writer in
      writer.beginObject()
      progress.write(state, &writer)
      state.transform.write(to: &writer)
      writer.endObject()
    }.named(
      "CardState",
      "A card at one progress; which members it has depends on the family of the effect.")
  }()
}

extension Member {
  fileprivate static func scale(_ get: @escaping @Sendable (Root) -> Double) -> Self {
    Self("scale", .number, "The size, relative to the untransformed one.", get)
  }

  fileprivate static func tx(_ get: @escaping @Sendable (Root) -> Double) -> Self {
    Self("tx", .number, "The displacement to the right, in points.", get)
  }

  fileprivate static func ty(_ get: @escaping @Sendable (Root) -> Double) -> Self {
    Self("ty", .number, "The displacement downwards, in points.", get)
  }

  fileprivate static func alpha(_ get: @escaping @Sendable (Root) -> Double) -> Self {
    Self("alpha", .share, "The opacity, 0 to 1.", get)
  }

  fileprivate static func blur(_ get: @escaping @Sendable (Root) -> Double?) -> Self {
    .optional("blur", .number, "The strength of a blur, 0 to 1, if the effect blurs.", get)
  }
}

extension StackTransform.Sample {
  fileprivate static let members: [Member<Self>] = [
    .scale { $0.scale }, .tx { $0.tx }, .ty { $0.ty }, .alpha { $0.alpha },
    Member("rotation", .number, "The angle in radians, clockwise.") { $0.rotation },
    Member("z_index", .wholeNumber, "The order from back to front.") { $0.zIndex },
    .blur { $0.blur },
  ]
}

extension ScaleTransform.Sample {
  fileprivate static let members: [Member<Self>] = [
    .scale { $0.scale }, .tx { $0.tx }, .ty { $0.ty },
    .optional("shadow", CardShadow.published, "If the effect has a shadow.") {
      $0.shadow
    },
    .blur { $0.blur },
    .optional(
      "quad", .list(of: .list(of: .number, count: 2), count: 4),
      "The four projected corners as [x, y] in points from the middle of the untransformed card, clockwise from the top left, if the effect turns cards in space."
    ) { $0.quad.map { $0.corners.map { [$0.x, $0.y] } } },
  ]
}

extension SnapshotTransform.Sample {
  private static let container = Published<SnapshotTransform.Container>(
    "PieceContainer", "The transform of all pieces together.",
    [.scale { $0.scale }, .tx { $0.tx }, .ty { $0.ty }])

  private static let piece = Published<SnapshotTransform.Piece>(
    "Piece", "A piece of a card.",
    [
      Member("row", .position, "Its row, from 0.") { $0.row },
      Member("column", .position, "Its column, from 0.") { $0.column },
      .tx { $0.tx }, .ty { $0.ty },
      Member("scale_x", .number, "The width, relative to the untransformed one.") { $0.scaleX },
      Member("scale_y", .number, "The height, relative to the untransformed one.") { $0.scaleY },
      .alpha { $0.alpha },
      Member("corner_radius", .number, "The radius of the corners, in points.") {
        $0.cornerRadius
      },
    ])

  fileprivate static let members: [Member<Self>] = [
    Member("container", container, "The transform of all pieces together.") { $0.container },
    Member("pieces", .list(of: piece), "The pieces; none at progress 0.") { $0.pieces },
  ]
}

extension Keyframes {
  /// The motion of a card by its progress.
  public static let ofCards = published(
    "Card", at: "progress", "Where on the motion it lies, in pages from the middle.",
    fromStep: "From where on the values hold, in pages from the middle.")
  /// The motion of a ring by the distance from its front. No channel of it only jumps.
  public static let ofRings = published(
    "Ring", at: "distance", "Where on the motion it lies, in slots from the front.")

  /// - Parameter position: the name of the place of a frame or a step on the motion.
  private static func published(
    _ name: String, at position: String, _ text: String, fromStep stepText: String? = nil
  ) -> Published<Keyframes> {
    func place<Place>(
      _ name: String, _ text: String, _ progress: @escaping @Sendable (Place) -> Double,
      _ values: @escaping @Sendable (Place) -> [Double]
    ) -> Published<Place> {
      Published<Place>(
        name, "A place of a motion.",
        [
          Member(position, .number, text, progress),
          Member(
            "values", .list(of: .number), "The values in the order of their channels.", values),
        ])
    }
    let frame = place("\(name)Keyframe", text, { (frame: Keyframe) in frame.progress }) {
      $0.values
    }
    let steps = stepText.map { stepText -> [Member<Keyframes>] in
      let step = place("\(name)Step", stepText, { (step: Step) in step.progress }) { $0.values }
      return [
        .optional("step_channels", .list(of: .text), "The names of values that only jump.") {
          $0.steps.isEmpty ? nil : $0.stepChannels
        },
        .optional("steps", .list(of: step), "Where those jump.") {
          $0.steps.isEmpty ? nil : $0.steps
        },
      ]
    }
    return Published(
      "\(name)Keyframes", "A motion that a client draws by interpolating linearly.",
      [
        Member(
          "tolerance", .number,
          "The error that was asked for, in points of a corner or 1/255 of an opacity."
        ) { $0.tolerance },
        Member(
          "max_error", .number,
          "The error that is proven: nowhere is the drawing further from the motion."
        ) { $0.maxError },
        Member(
          "interpolation", .name(of: ["linear"]), "How values go from frame to frame."
        ) { _ in "linear" },
        Member(
          "range", .list(of: .number, count: 2), "Where the motion begins and ends."
        ) { [$0.range.lowerBound, $0.range.upperBound] },
        Member(
          "channels", .list(of: .text),
          "The names of the values, such as scale, tx, rotation or shadow.radius, in the units of a state."
        ) { $0.channels.map(\.name) },
        Member("frames", .list(of: frame), "The frames in their order.") { $0.frames },
      ] + (steps ?? []))
  }
}
