package import FeedModel

extension Documents {
  /// The items of each kind as they are published, and what every published item has.
  static func items(_ kinds: ContentKinds) -> [Schema.Component] {
    [
      ("ItemAction", action), ("DerivedFields", .object(derivedFields)),
      (itemComponent, item(kinds)),
    ] + kinds.all.map { ($0.publishedSchemaName, published($0)) }
  }

  /// The name of the component of an item of any kind. Names with a dot are none of a kind's.
  package static let itemComponent = "Feed.Item"

  /// The members that a published item of any kind has beside its own fields.
  package static let derivedFields: [Schema.Property] = [
    .optional(
      "date_label", .text(),
      "The day of the item's date in the feed's time zone, for people. For kinds with the role date."
    ),
    .optional(
      "stars", .array(of: .number(0...1), count: 5...5),
      "How full each star of the rating is, 0 to 1. For kinds with the role rating."),
    .optional("image", .component("Image"), "The picture. For kinds with the role image."),
    .optional("action", .component("ItemAction"), "What a tap leads to, if the section says so."),
    .required(
      "impression_id", .text(),
      "Identifies this appearance of the item, so that it is counted once however often it is drawn."
    ),
    .required("accessibility_label", .text(), "The text for screen readers, on one line."),
  ]

  private static let action = Schema.object([
    .optional("deep_link", .text(), "The address for apps."),
    .optional("web_url", .text(), "The address for browsers."),
  ]).described("What a tap on an item leads to.")

  /// An item of a kind that is not known has the derived members for certain.
  private static func item(_ kinds: ContentKinds) -> Schema {
    .any(of: kinds.all.map { .component($0.publishedSchemaName) } + [.component("DerivedFields")])
      .described(
        "An item of the section's kind. Kinds change while a client is in use: expect others.")
  }

  private static func published(_ kind: ContentKind) -> Schema {
    .object(
      kind.allFields.map { .required($0.name, $0.schema.opened) } + derivedFields
    ).described("An item of \(kind.name) in a feed document.")
  }
}

extension ContentKind {
  /// `PickupPhotos` for `pickup_photos`, for the names of operations; the name itself if another kind would have the
  /// same.
  package var operationName: String {
    let words = name.split(separator: "_", omittingEmptySubsequences: false)
    let joined = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    // Digits have no capitals, so that `a1` and `a_1` look the same.
    let isUnique = words.allSatisfy { $0.first?.isLetter == true }
    return isUnique ? joined : name
  }

  /// The name of the schema of items in feed documents.
  package var publishedSchemaName: String { "Feed.\(operationName)Item" }
}
