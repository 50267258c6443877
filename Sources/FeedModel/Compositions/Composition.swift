import StrictJSON

/// Which sections a feed shows, from top to bottom.
public struct Composition: Hashable, Sendable {
  /// The feed's name in URLs.
  public let feed: String
  /// The sections from top to bottom.
  public let sections: [Section]
  /// The gap between two sections, in points.
  public let spacing: Double
  /// The name of the theme of its cells; `nil` for the default theme.
  public let theme: String?

  /// A feed of `sections`, from top to bottom.
  public init(feed: String, sections: [Section], spacing: Double = 0, theme: String? = nil) {
    self.feed = feed
    self.sections = sections
    self.spacing = spacing
    self.theme = theme
  }

  /// Returns this composition with other sections.
  package func with(_ sections: [Section]) -> Composition {
    Composition(feed: feed, sections: sections, spacing: spacing, theme: theme)
  }

  /// The supported gaps between sections, in points.
  public static let supportedSpacings = 0.0...1_024.0

  /// The default limit of items in a section, so that a screen stays small however much content
  /// there is.
  public static let defaultLimit = 100
  /// The limits a section can have.
  public static let supportedLimits = 1...1_000
  /// The most sections a feed has.
  public static let maximumSectionCount = 100

  /// The default home screen, with the standard kinds.
  public static let home = home(of: .standard)

  /// Returns the default home screen, with those of its kinds that are among `kinds`.
  public static func home(of kinds: ContentKinds) -> Composition {
    Composition(
      feed: homeFeed,
      sections: [
        ("campaign_banners", "キャンペーン"), ("recent_news", "最新のお知らせ"),
        ("featured_topics", "注目のトピックス"), ("trend_articles", "トレンド記事"),
        ("pickup_photos", "ピックアップ写真"), ("favorite_scenes", "お気に入りの一皿"),
      ].compactMap { name, title in
        kinds[name].map { Section(id: name, kind: $0, title: LocalizedText(title)) }
      })
  }

  /// The name of the feed that always exists.
  package static let homeFeed = "home"
}

extension Composition {
  /// One section: which content it shows, and how much of it.
  public struct Section: Hashable, Identifiable, Sendable {
    /// Stable, and unique in its feed.
    public let id: String
    /// The kind of its items.
    public let kind: ContentKind
    /// The title that a person reads above it.
    public internal(set) var title: LocalizedText
    /// The most items it shows; at least 1.
    public let limit: Int
    /// The header above its items; `nil` for none.
    public internal(set) var header: Header?
    /// The layout of its items; `nil` for the default layout of its kind.
    public let layout: LayoutChoice?
    /// The name of the cell of its items; `nil` for that of its kind.
    public let cell: String?
    /// How it is shown to clients that do not draw its layout or its cell; `nil` for a grid of cards.
    public let fallback: Fallback?
    /// Which items it shows.
    public internal(set) var source: Source
    /// When it is shown, and to whom.
    public let window: Window
    /// The condition on the clients that it is shown to; `nil` for everybody.
    public var when: Targeting? { window.when }
    /// Where its items lead.
    public internal(set) var action: ActionTemplate?
    /// The fallback for clients that do not support ``kind``; free text.
    public var category: String? { exactCategory?.text }
    /// The oldest version of the published shape whose clients can show it; older ones leave it out.
    public let minSchemaVersion: Int
    private let exactCategory: ExactText?

    /// A section of `kind`, by default with all items in the layout of the kind.
    public init(
      id: String, kind: ContentKind, title: LocalizedText, limit: Int = Composition.defaultLimit,
      header: Header? = nil, layout: LayoutChoice? = nil, cell: String? = nil,
      fallback: Fallback? = nil,
      source: Source = .query(.all), window: Window = .always,
      action: ActionTemplate? = nil, category: String? = nil, minSchemaVersion: Int = 1
    ) {
      self.id = id
      self.kind = kind
      self.title = title
      self.limit = limit
      self.header = header
      self.layout = layout
      self.cell = cell
      self.fallback = fallback
      self.source = source
      self.window = window
      self.action = action
      exactCategory = category?.exact
      self.minSchemaVersion = minSchemaVersion
    }
  }
}

extension Composition.Section {
  /// The name of the cell that it asks for: its own, that of its kind, or the one with the name of the kind.
  package var chosenCell: String { cell ?? kind.cell ?? kind.name }

  /// Returns this section with the items of another source.
  package func choosing(from source: Composition.Source) -> Composition.Section {
    var section = self
    section.source = source
    return section
  }
}

extension Composition {
  /// The header above the items of a section, beside the section's title.
  public struct Header: Hashable, Sendable {
    /// The height in points, at the standard text size; inside ``supportedHeights``.
    public let height: Double
    /// The line below the title; `nil` for none.
    public let subtitle: LocalizedText?
    /// The action that leads to everything that the section is a part of; `nil` for none.
    public let action: HeaderAction?

    /// The supported heights, in points.
    public static let supportedHeights = 0.0...1_024.0

    public init(height: Double, subtitle: LocalizedText? = nil, action: HeaderAction? = nil) {
      self.height = height
      self.subtitle = subtitle
      self.action = action
    }
  }

  /// The action that a person taps in the header of a section.
  public struct HeaderAction: Hashable, Sendable {
    /// The text of the action, such as `See all`.
    public let title: LocalizedText
    /// The address for apps.
    public let deepLink: LocalizedText?
    /// The address for browsers.
    public let webURL: LocalizedText?

    public init(
      title: LocalizedText, deepLink: LocalizedText? = nil, webURL: LocalizedText? = nil
    ) {
      self.title = title
      self.deepLink = deepLink
      self.webURL = webURL
    }
  }

  /// Which items a section shows.
  public enum Source: Hashable, Sendable {
    /// The items that a query finds, in its order.
    case query(ContentQuery)
    /// The items with these ids, in this order; one that does not exist or is not shown is left
    /// out.
    case pinned([Int])
  }

  /// Where an item leads, with `{kind}`, `{id}` and the item's own fields such as `{title}` in place.
  public struct ActionTemplate: Hashable, Sendable {
    /// For apps: `tanada://{kind}/{id}`.
    public let deepLink: LocalizedText?
    /// For browsers: `https://example.com/{kind}/{id}`.
    public let webURL: LocalizedText?

    public init(deepLink: LocalizedText? = nil, webURL: LocalizedText? = nil) {
      self.deepLink = deepLink
      self.webURL = webURL
    }
  }

  /// How a section is shown to clients that do not draw the version of documents that it needs.
  public enum Fallback: Hashable, Sendable {
    /// In another layout, with the cell of this name; `nil` for the cell of its kind.
    case look(LayoutChoice, cell: String?)
    /// Not at all. What is below moves up.
    case omit
  }

  /// A layout and its options, by the names that `tanada layout` and `POST /v1/layouts/{type}` have
  /// as well.
  public struct LayoutChoice: Hashable, Sendable {
    /// The layout, such as `circular_carousel`.
    public let type: String
    /// The options and their texts, such as `keyframes` and `0.5`.
    public let options: [String: String]

    /// The layout called `type` with `options`.
    public init(type: String, options: [String: String] = [:]) {
      self.type = type
      self.options = options
    }
  }
}

/// The texts of a composition in the locales of readers.
extension Composition {
  /// Every locale in which it has a text.
  package var locales: Set<LocaleTag> {
    sections.reduce(into: []) { $0.formUnion($1.locales) }
  }
}

extension Composition.Section {
  /// Every locale in which it has a text.
  package var locales: Set<LocaleTag> {
    texts.reduce(into: []) { $0.formUnion($1.translations.keys) }
  }

  /// The texts that have translations.
  fileprivate var texts: [LocalizedText] {
    [
      title, header?.subtitle, header?.action?.title, header?.action?.deepLink,
      header?.action?.webURL, action?.deepLink, action?.webURL,
    ].compactMap { $0 }
  }

  /// Returns this section with the texts that a reader sees who looks them up in `tags`, the most specific one first.
  package func localized(by tags: [LocaleTag]) -> Composition.Section {
    guard texts.contains(where: { !$0.translations.isEmpty }) else { return self }
    var section = self
    section.title = title.localized(by: tags)
    section.header = header?.localized(by: tags)
    section.action = action.map {
      Composition.ActionTemplate(
        deepLink: $0.deepLink?.localized(by: tags), webURL: $0.webURL?.localized(by: tags))
    }
    return section
  }
}

extension Composition.Header {
  fileprivate func localized(by tags: [LocaleTag]) -> Composition.Header {
    Composition.Header(
      height: height, subtitle: subtitle?.localized(by: tags),
      action: action.map {
        Composition.HeaderAction(
          title: $0.title.localized(by: tags), deepLink: $0.deepLink?.localized(by: tags),
          webURL: $0.webURL?.localized(by: tags))
      })
  }
}
