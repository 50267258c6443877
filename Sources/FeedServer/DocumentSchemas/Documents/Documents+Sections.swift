import FeedModel

extension Documents {
  /// A section of a screen.
  static func sections(_ kinds: ContentKinds) -> [Schema.Component] {
    [("KindName", .knownText(of: kinds.names)), ("Roles", roles), ("Section", section)]
  }

  private static let roles = Schema.object(
    ContentRole.allCases.map { .optional($0.rawValue, .text(), roleWords($0)) }
  ).described(
    "Which field of an item has which role, so that a client draws kinds that it has never seen.")

  private static func roleWords(_ role: ContentRole) -> String {
    switch role {
    case .headline: "The field that a person reads first."
    case .summary: "The field with longer text that belongs to the headline."
    case .image: "The field of the picture."
    case .imageWidth: "The field of the picture's width in pixels."
    case .imageHeight: "The field of the picture's height in pixels."
    case .rating: "The field of the rating, 0 to 5."
    case .date: "The field of the date."
    case .label: "The field of the group that the item belongs to."
    case .author: "The field of who made it."
    case .place: "The field of where it is."
    }
  }

  private static let section = Schema.object([
    .required("id", .text(), "Unique in the feed."),
    .required("kind", .component("KindName"), "The kind of its items."),
    .required("title", .text(), "The title for people."),
    .required("revision", .integer(0...Int.max), "The revision that changed the section last."),
    .required(
      "version", .integer(1...Int.max),
      "The newest version of documents that its layout, its cell or its header needs: a client that draws less, "
        + "and says so in max_version, gets its fallback, or does not get the section."),
    .optional("category", .text(), "A broader name of the kind, for clients that do not know it."),
    .optional(
      "variant_of", .text(),
      "The salt of the share of clients that it is shown to: the name of the experiment."),
    .optional(
      "min_schema_version", .integer(1...Int.max),
      "The oldest schema_version that a client must know to show the section, if above 1."),
    .required(
      "frame", .component("Rect"), "The section's place on the screen, header and layout together."),
    .required(
      "header", Schema.component("SectionHeader").orNull,
      "What is above the layout; null for nothing."),
    .required(
      "layout_origin", .component("Point"),
      "The origin of the layout's coordinates, from the section's upper left corner."),
    .required("roles", .component("Roles")),
    .required(
      "cell", Schema.component("Cell").orNull,
      "What is drawn in each frame; null where nothing is known."),
    .required("layout", .component("Layout"), "The frames of the items and their motion."),
    .required(
      "items", .array(of: .component(itemComponent)),
      "The items; items[i] belongs to layout.frames[i]."),
    .optional(
      "next", Schema.text().orNull,
      "The path of the section's next page; null at the end. A page says it beside its section."),
  ]).described("A section of a screen.")
}

extension Documents {
  /// The header of a section.
  static let headers: [Schema.Component] = [("SectionHeader", header), ("HeaderAction", action)]

  private static let header = Schema.object([
    .required("height", .length, "The height in points; the layout begins below it."),
    .required("subtitle", Schema.text().orNull, "The text below the title; null for none."),
    .required(
      "action", Schema.component("HeaderAction").orNull,
      "What leads to all of the section's content; null for nothing."),
    .required(
      "slots", .array(of: .component("Slot")),
      "What is drawn in the header, from back to front, in a box as wide as the section."),
  ]).described("What is above the layout of a section. Its title is that of the section.")

  private static let action = Schema.object([
    .required("title", .text(), "The title of the button or link."),
    .optional("deep_link", .text(), "The address for apps."),
    .optional("web_url", .text(), "The address for browsers."),
  ]).described("What a header leads to.")
}
