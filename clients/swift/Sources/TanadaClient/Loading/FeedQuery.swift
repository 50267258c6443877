public import FeedLayout

/// What a screen is asked for: its width, how and in which language it is read, and facts about the client.
public struct FeedQuery: Hashable, Sendable {
  /// The width, in whole points; 200…4096.
  public let width: Double
  /// The size of text, as a share of the designed size; 0.8…3.1.
  public let textSize: Double
  /// The direction of reading; `nil` for that of the locale.
  public let direction: LayoutDirection?
  /// The locale of the reader as a BCP 47 tag, or several separated by commas, the most wanted first, of which the server
  /// takes the nearest that it has; `nil` for the first of the server.
  public let locale: String?
  /// What the client says about itself; empty for what everybody gets.
  public let facts: ClientFacts

  /// A screen of `width` points, which is rounded down to whole points, so that a document fits in its view.
  ///
  /// A width or text size beyond what servers lay out becomes the nearest that they do.
  public init(
    width: Double, textSize: Double = 1, direction: LayoutDirection? = nil, locale: String? = nil,
    facts: ClientFacts = ClientFacts()
  ) {
    let widths = Viewport.supportedWidths
    let sizes = TextSize.supported
    self.width = min(max(width.rounded(.down), widths.lowerBound), widths.upperBound)
    self.textSize = min(max(textSize, sizes.lowerBound), sizes.upperBound)
    self.direction = direction
    self.locale = locale
    self.facts = facts
  }
}

/// Facts that a client says about itself, which decide what it is shown. All are optional.
public struct ClientFacts: Hashable, Sendable {
  /// The platform, such as `ios`.
  public var platform: String?
  /// The version of the app, such as `3.10.1`.
  public var appVersion: String?
  /// The audiences that the reader belongs to.
  public var audiences: [String]
  /// Any text that stays the same for a reader or a device, such as a random id. It decides about shares.
  public var key: String?

  /// The facts that a client says; without arguments, none.
  public init(
    platform: String? = nil, appVersion: String? = nil, audiences: [String] = [],
    key: String? = nil
  ) {
    self.platform = platform
    self.appVersion = appVersion
    self.audiences = audiences
    self.key = key
  }

  /// Whether nothing is said.
  public var isEmpty: Bool {
    platform == nil && appVersion == nil && audiences.isEmpty && key == nil
  }
}
