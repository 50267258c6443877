package import FeedLayout
package import FeedModel

extension Documents {
  /// The layouts: one schema for each, and one for those that are not known.
  static let layouts: [Schema.Component] =
    [
      ("Layout", layout), ("VisibleItems", visible),
      (
        "UnknownLayout",
        layout(Schema(.textOther(than: SectionLayouts.names)), [], options: .map(of: .anything))
          .described("A layout of a type that is not known: its frames can be drawn at rest.")
      ),
    ] + SectionLayouts.all.flatMap { components(of: $0) }

  private static let layout = Schema(
    .variants(
      Schema.Variants(
        member: "type", known: SectionLayouts.all.map { .init($0.name, layoutComponent($0)) },
        other: "UnknownLayout"))
  ).described("The frames of a section's items, and what moves them.")

  /// The name of the component of `layout`: `ShelfLayout`.
  package static func layoutComponent(_ layout: any SectionLayout.Type) -> String {
    "\(baseName(layout))Layout"
  }

  private static func baseName(_ layout: any SectionLayout.Type) -> String {
    layout.name.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// The layout, its options, and what only it refers to.
  private static func components<Layout: SectionLayout>(
    of layout: Layout.Type
  ) -> [Schema.Component] {
    let members = Layout.members.map(\.description).filter { !$0.isForCalculations }
    let options = baseName(layout) + "Options"
    let shared = Set((geometry + motion).map(\.name))
    let words =
      layout.version > DocumentVersion.first
      ? "\(layout.abstract) Version \(layout.version)." : layout.abstract
    return [
      (
        layoutComponent(layout),
        Self.layout(
          .oneText(of: [layout.name]), members.map(Schema.Property.init),
          options: .component(options)
        ).described(words)
      ),
      (
        options,
        // Clients that move items need them.
        Schema.object(
          Layout.Options.declarations.descriptions.filter { !$0.isMember }.compactMap { option in
            Schema(publishedValuesOf: option).map { .optional(option.name, $0) }
          }
        ).described("The options of the layout that differ from their defaults.")
      ),
    ] + Schema.components(.object(members)).filter { !shared.contains($0.name) }
  }

  /// A layout of one type: the members of every layout, and its own.
  private static func layout(
    _ type: Schema, _ members: [Schema.Property], options: Schema
  ) -> Schema {
    .object(
      [
        .required("type", type), .required("viewport", .component("Viewport")),
        .required(
          "content_size", .component("Size"),
          "What scrolls, and the height that the layout takes on the screen."),
      ] + members + [
        .required(
          "frames", .array(of: .component("Frame")),
          "The boxes of the items at the initial position; frames[i] belongs to items[i]."),
        .optional(
          "device_scale", .integer(DevicePixels.supportedScales),
          "The device pixels in a point of pixel_frames, if they were asked for."),
        .optional(
          "pixel_frames", .array(of: .component("Frame")), "The frames on whole device pixels."),
        .optional(
          "visible", .component("VisibleItems"), "The items in view, if they were asked for."),
        .optional("options", options),
      ])
  }

  private static let visible = Schema.object([
    .required("from", .number(), "The upper end of the range, in points from the layout's origin."),
    .required("to", .number(), "Its lower end."),
    .required("item_ids", .itemIDs, "The items with a part in the range, in their order."),
  ]).described("The items in view between two heights.")
}

extension Documents {
  /// Sizes, places and boxes.
  static let geometry: [Schema.Component] =
    [
      Size.published.type, Point.published.type, Rect.published.type, Viewport.published.type,
      Frame.published.type,
    ]
    .flatMap(Schema.components)
    + [("Direction", .knownText(of: LayoutDirection.allCases.map(\.rawValue)))]

  /// Cards under a paging effect, cards on a ring, and motions as keyframes, in the order in which they are published.
  static let motion: [Schema.Component] = {
    let declared = PublishedType.object(
      CardStackLayout.members.map(\.description) + CircularCarouselLayout.members.map(\.description)
    ).names
    let order = [
      "EffectName", "CardState", "Shadow", "ShadowOffset", "PieceContainer", "Piece", "RingState",
      "RingPlacement", "SnapshotState", "StackState", "ScaleState", "CardKeyframes", "CardKeyframe",
      "CardStep", "RingKeyframes", "RingKeyframe",
      "SettleAnimation", "DragStart",
    ]
    return order.compactMap { name in
      declared.first { $0.name == name }.map { Schema.component($0) }
    }
  }()
}

extension Schema {
  /// The width of a viewport, in points.
  package static let width = Schema.number(Viewport.supportedWidths)
}
