import DocumentSchemas
import FeedModel

extension ContentRoutes: Resource {
  static func operations(_ kinds: ContentKinds) -> [Operation] {
    kinds.all.flatMap { kind in
      let path = "/v1/content/\(kind.name)"
      let whole = Schema.stored(kind)
      let item = Schema.any(of: [whole, .component(kind.selectionSchemaName)])
      return [
        Operation(
          route: "GET /v1/content/{kind}", path: path, id: "list\(kind.operationName)",
          tag: "content", summary: "The items of a kind, in the format of content files.",
          parameters: queries(of: kind) + [.limit, .cursor, .ifNoneMatch],
          answers: [
            .ok(
              .object([
                .required(
                  "result", .array(of: item), "The items; with fields only these fields of them."),
                .optional(
                  "total", .integer(0...Int.max), "The items of the whole list, with count."),
                Documents.notes,
                .required(
                  "next", Schema.text().orNull, "The path of the next page; null at the end."),
              ]), "A page of items."), .notModified,
          ], problems: [422]),
        Operation(
          route: "GET /v1/content/{kind}/{id}", path: path + "/{id}",
          id: "get\(kind.operationName)", tag: "content", summary: "One item.",
          parameters: [.itemID, .contentLocale, .ifNoneMatch],
          answers: [
            .ok(
              .object([.required("result", .array(of: item, count: 1...1)), Documents.notes]),
              "The item."),
            .notModified,
          ],
          problems: [404]),
      ]
    }
  }

  /// The parameters of a list of `kind`.
  private static func queries(of kind: ContentKind) -> [Operation.Parameter] {
    let filters = kind.allFields.flatMap { field in
      ContentQuery.Filter.Comparison.allCases.filter(field.allows).map { comparison in
        let filter = ContentQuery.Filter(field: field.name, comparison: comparison, value: "")
        return Operation.Parameter.query(
          filter.name, .text(), "Only items whose \(field.name) satisfies this comparison.")
      }
    }
    return filters + [
      .query("sort", .text(), "The order: fields separated by commas, with - for descending."),
      .query("q", .text(), "Words to search for in the texts of the items."),
      .query("fields", .text(), "The fields of an item to return, separated by commas."),
      .query("count", .boolean, "Whether to count the items of the whole list."),
      .contentLocale,
      .untranslated,
      .query(
        "visibility", .text(of: WindowState.allCases.map(\.rawValue), isOpen: false),
        "Only items whose visibility is this now (requires a token of a viewer)."),
    ]
  }

  static func schemas(_ kinds: ContentKinds) -> [Schema.Component] {
    [("ItemWindow", window)]
      + kinds.all.flatMap { kind in
        [(kind.schemaName, .item(kind)), (kind.selectionSchemaName, selection(of: kind))]
      }
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
      kind.allFields.map { .optional($0.name, .value(of: $0, isOpen: true)) },
      localized: Schema.translations(of: kind))
  }
}

extension Schema {
  /// An item as it is answered to clients that may see drafts, and to those that may not.
  static func stored(_ kind: ContentKind) -> Schema {
    .all(of: [.component(kind.schemaName), .component("ItemWindow")])
  }
}

extension Operation.Parameter {
  static let itemID = path("id", .integer(1...Int.max), "The item.")

  static let contentLocale = query(
    "locale", .text(),
    "The locale of the texts, of filters, order and search, as for screens; * for all values as they were written."
  )

  static let untranslated = query(
    "untranslated", .text(pattern: LocaleTag.pattern),
    "Only items that lack a text in this locale (requires a token of a viewer).")
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
