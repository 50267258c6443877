extension Composition {
  /// One section: which content it shows, and how much of it.
  public struct Section: Hashable, Identifiable, Sendable {
    /// Stable, and unique in its feed.
    public let id: String
    /// What it shows.
    public let kind: ContentKind
    /// What a person reads above it.
    public let title: String
    /// The most items it shows; at least 1.
    public let limit: Int
    /// How it is laid out; `nil` as its kind is.
    public let layout: LayoutChoice?
    /// Which items it shows.
    public let source: Source
    /// When it is shown.
    public let window: Window
    /// Where its items lead.
    public let action: ActionTemplate?
    /// What a client that does not know ``kind`` takes it for; free text.
    public let category: String?
    /// The oldest version of the published shape whose clients can show it; older ones leave it out.
    public let minSchemaVersion: Int

    /// A section of `kind`, with all its items laid out as its kind is, unless told otherwise.
    public init(
      id: String, kind: ContentKind, title: String, limit: Int = Composition.defaultLimit,
      layout: LayoutChoice? = nil, source: Source = .query(.all), window: Window = .always,
      action: ActionTemplate? = nil, category: String? = nil, minSchemaVersion: Int = 1
    ) {
      self.id = id
      self.kind = kind
      self.title = title
      self.limit = limit
      self.layout = layout
      self.source = source
      self.window = window
      self.action = action
      self.category = category
      self.minSchemaVersion = minSchemaVersion
    }
  }
}
