import FeedEditing
import FeedHTTP
import FeedModel
import FeedStore

extension ContentRoutes {
  static func schemas(_ kinds: ContentKinds) -> [Schema.Component] {
    [("ItemWindow", window)]
      + kinds.all.flatMap { kind in
        [(kind.schemaName, .item(kind)), (kind.selectionSchemaName, selection(of: kind))]
      } + kinds.all.map { ($0.newSchemaName, newItem($0)) }
      + [("Batch", batch(kinds)), ("BatchResult", batchResult)]
  }

  /// When an item is shown, for clients that may see drafts.
  private static let window = Schema.object([
    .optional("draft", .boolean, "Whether it is not shown at all."),
    .optional("publish_at", Schema.moment.orNull, "When it begins to be shown; null for always."),
    .optional("unpublish_at", Schema.moment.orNull, "When it ceases to be shown; null for never."),
    .optional("when", .targeting(isOpen: true), "To which clients it is shown, if not to all."),
  ]).described("When an item is shown, and to whom. For clients with a token.")

  /// Some of the fields of an item.
  private static func selection(of kind: ContentKind) -> Schema {
    .object(
      kind.allFields.map { .optional($0.name, $0.schema.opened) },
      localized: Schema.translations(of: kind))
  }

  /// An item as it is written: its fields, and when it is shown. The id may be in the path instead.
  private static func newItem(_ kind: ContentKind) -> Schema {
    .object(
      kind.allFields.map { field in
        Schema.Property(
          name: field.name, schema: .written(field, of: kind),
          isRequired: field.isRequired && field != .identifier)
      } + [
        .optional("draft", .boolean), .optional("publish_at", Schema.moment.orNull),
        .optional("unpublish_at", Schema.moment.orNull),
        .optional("when", Schema.targeting(isOpen: false).orNull),
      ], localized: Schema.translations(of: kind), isClosed: true)
  }

  /// The operations of batches and releases.
  static let operationNames =
    ["create", "replace", "patch", "delete", "compose"] + DesignType.allCases.map(\.rawValue)

  private static func batch(_ kinds: ContentKinds) -> Schema {
    .object(
      [
        .required(
          "operations",
          .array(
            of: .object([
              .required("op", .oneText(of: operationNames)),
              .optional("kind", .oneText(of: kinds.names), "Of an item."),
              .optional("id", .integer(1...Int.max), "Of an item."),
              .optional("feed", .text(pattern: PlainName.pattern), "Of a composition."),
              .optional("cell", .text()), .optional("theme", .text()),
              .optional("if_match", .text()),
              .optional("body", Schema.object([]).orNull),
            ]), count: 0...Batch.maximumCount))
      ], isClosed: true)
  }

  private static let batchResult = Schema.object([
    .required("revision", Schema.integer(1...Int.max).orNull),
    .required(
      "results",
      .array(
        of: .object([
          .required("status", .integer(200...299)), .optional("kind", .text()),
          .optional("id", .integer(1...Int.max)), .optional("feed", .text()),
          .optional("cell", .text()), .optional("theme", .text()),
          .required("etag", Schema.text().orNull),
        ]))),
  ])
}

extension Schema {
  /// An item as it is answered to clients that may see drafts, and to those that may not.
  static func stored(_ kind: ContentKind) -> Schema {
    .all(of: [.component(kind.schemaName), .component("ItemWindow")])
  }

  /// One item of `kind`, after a write.
  static func written(_ kind: ContentKind) -> Schema {
    .object([.required("result", .array(of: stored(kind), count: 1...1))])
  }

  /// One item of `kind`, in the form of a content file.
  static func single(_ kind: ContentKind) -> Schema {
    .object([.required("result", .array(of: selected(kind), count: 1...1)), Documents.notes])
  }

  static func page(of kind: ContentKind) -> Schema {
    .object([
      .required(
        "result", .array(of: selected(kind)), "The items; with fields only these fields of them."),
      .optional("total", .integer(0...Int.max), "The items of the whole list, with count."),
      Documents.notes,
      .required("next", Schema.text().orNull, "The path of the next page; null at the end."),
    ])
  }

  private static func selected(_ kind: ContentKind) -> Schema {
    .any(of: [stored(kind), .component(kind.selectionSchemaName)])
  }
}

extension ContentKind {
  /// The name of the schema of items: `PickupPhoto` for `pickup_photos`, `ShopsItem` for `shops`.
  var schemaName: String { Self.standardSchemaNames[name] ?? "\(operationName)Item" }

  /// The name of the schema of some fields of items.
  var selectionSchemaName: String { "Selected.\(schemaName)" }

  /// The name of the schema of items as they are written.
  var newSchemaName: String {
    Self.standardSchemaNames[name].map { "New\($0)" } ?? "\(operationName)ItemInput"
  }

  private static let standardSchemaNames = [
    "featured_topics": "FeaturedTopic", "recent_news": "RecentNews",
    "campaign_banners": "CampaignBanner", "trend_articles": "TrendArticle",
    "pickup_photos": "PickupPhoto", "favorite_scenes": "FavoriteScene",
  ]
}

extension Schema {
  /// A condition on the clients that something is shown to.
  ///
  /// - Parameter isOpen: whether it may gain members, in what is read.
  static func targeting(isOpen: Bool) -> Schema {
    .object(
      [
        .optional("platforms", names.orNull),
        .optional("app_version", Schema.text(length: 1...VersionRange.maximumLength).orNull),
        .optional("audiences", names.orNull),
        .optional("share", share(isOpen: isOpen).orNull),
      ], isClosed: !isOpen)
  }

  private static let names = Schema.array(
    of: .text(pattern: PlainName.pattern), count: 1...Targeting.maximumNameCount)

  private static func share(isOpen: Bool) -> Schema {
    .object(
      [
        .required("from", .number(0...1)), .required("to", .number(0...1)),
        .required("salt", .text(length: 1...ClientShare.maximumSaltLength)),
      ], isClosed: !isOpen)
  }
}
