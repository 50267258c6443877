import FeedModel

extension ContentRoutes: Resource {
  static func operations(_ kinds: ContentKinds) -> [Operation] {
    kinds.all.flatMap { kind in
      let path = "/v1/content/\(kind.name)"
      let item = Schema.component(kind.schemaName)
      return [
        Operation(
          route: "GET /v1/content/{kind}", path: path, id: "list\(kind.operationName)",
          tag: "content", summary: "The items of a kind, in the format of content files.",
          parameters: queries(of: kind) + [.limit, .cursor, .ifNoneMatch],
          answers: [.ok(.list(of: item), "A page of items."), .notModified], problems: [422]),
        Operation(
          route: "GET /v1/content/{kind}/{id}", path: path + "/{id}",
          id: "get\(kind.operationName)", tag: "content", summary: "One item.",
          parameters: [.itemID, .contentLocale, .ifNoneMatch],
          answers: [
            .ok(.object([.required("result", .array(of: item, count: 1...1))]), "The item."),
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
    ]
  }

  static func schemas(_ kinds: ContentKinds) -> [Schema.Component] {
    kinds.all.map { ($0.schemaName, .item($0)) }
  }
}

extension Operation.Parameter {
  static let itemID = path("id", .integer(1...Int.max), "The item.")

  static let contentLocale = query(
    "locale", .text(pattern: ContentLocale.pattern),
    "The locale of the texts, of filters, order and search; * for all values as they were written.")

  static let untranslated = query(
    "untranslated", .text(pattern: LocaleTag.pattern),
    "Only items that lack a text in this locale (requires a token of a viewer).")
}

extension ContentKind {
  /// `PickupPhotos` for `pickup_photos`, for the names of operations; the name itself if another kind
  /// would have the same.
  var operationName: String {
    let words = name.split(separator: "_", omittingEmptySubsequences: false)
    let joined = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    // Digits have no capitals, so that `a1` and `a_1` look the same.
    let isUnique = words.allSatisfy { $0.first?.isLetter == true }
    return isUnique ? joined : name
  }

  /// The name of the schema of items: `PickupPhoto` for `pickup_photos`, `ShopsItem` for `shops`.
  var schemaName: String { Self.standardSchemaNames[name] ?? "\(operationName)Item" }

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
