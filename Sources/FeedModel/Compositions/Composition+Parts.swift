extension Composition {
  /// Which items a section shows.
  public enum Source: Hashable, Sendable {
    /// Those a query finds, in its order.
    case query(ContentQuery)
    /// These, in this order; one that does not exist or is not shown is left out.
    case pinned([Int])
  }

  /// Where an item leads, with `{kind}`, `{id}` and the item's own fields such as `{title}` in place.
  public struct ActionTemplate: Hashable, Sendable {
    /// For apps: `tanada://{kind}/{id}`.
    public let deepLink: String?
    /// For browsers: `https://example.com/{kind}/{id}`.
    public let webURL: String?

    public init(deepLink: String? = nil, webURL: String? = nil) {
      self.deepLink = deepLink
      self.webURL = webURL
    }
  }

  /// A layout and what it is told, by the names that `tanada layout` and `POST /v1/layouts/{type}`
  /// have as well.
  public struct LayoutChoice: Hashable, Sendable {
    /// The layout, such as `circular_carousel`.
    public let type: String
    /// The options and their texts, such as `keyframes` and `0.5`.
    public let options: [String: String]

    /// The layout called `type`, told what `options` say.
    public init(type: String, options: [String: String] = [:]) {
      self.type = type
      self.options = options
    }
  }
}
