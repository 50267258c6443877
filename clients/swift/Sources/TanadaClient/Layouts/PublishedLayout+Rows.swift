public import FeedLayout

/// The layouts that scroll sideways.
extension PublishedLayout {
  /// A row of equal cells that scrolls freely.
  public struct Shelf: Hashable, Sendable {
    /// The part of each cell for its picture, in points.
    public let mediaSize: Size
    /// How far the row can be scrolled, in points.
    public let maxScrollOffset: Double

    init?(_ json: JSONValue) {
      guard let size = Size(json["media_size"]), let most = json["max_scroll_offset"]?.extent
      else { return nil }
      mediaSize = size
      maxScrollOffset = most
    }
  }

  /// Pages of up to three rows that come to rest in the middle.
  public struct SnapCarousel: Hashable, Sendable {
    /// The width of a page, in points.
    public let pageWidth: Double
    /// The gap between two pages, in points.
    public let pageSpacing: Double
    /// The offset at which the first page is in the middle, in points.
    public let initialOffset: Double
    /// The velocity from which a drag goes on to the next page, in points per second; `nil` for none.
    public let flickVelocity: Double?
    /// How it moves to its place of rest; `nil` for a motion of the client's own.
    public let settling: SettleAnimation?
    /// How far a finger moves before the pages follow it, in points; `nil` for what the system does.
    public let dragMinimum: Double?
    /// The pages in the reading direction.
    public let pages: [Page]

    /// One page.
    public struct Page: Hashable, Sendable {
      /// The ids of the items, in their order.
      public let itemIDs: [Int]
      /// The left edge when the first page is shown, in points.
      public let x: Double
      /// The width, in points.
      public let width: Double
      /// The offset at which the page is in the middle, in points.
      public let snapOffset: Double

      init?(_ json: JSONValue) {
        guard let x = json["x"]?.double, let width = json["width"]?.extent,
          let offset = json["snap_offset"]?.double
        else { return nil }
        itemIDs = json["item_ids"]?.integers ?? []
        self.x = x
        self.width = width
        snapOffset = offset
      }
    }

    init?(_ json: JSONValue) {
      guard let width = json["page_width"]?.extent, let spacing = json["page_spacing"]?.extent,
        let initial = json["initial_offset"]?.double, let list = json["pages"]?.array
      else { return nil }
      let pages = list.compactMap { Page($0) }
      guard pages.count == list.count else { return nil }
      pageWidth = width
      pageSpacing = spacing
      initialOffset = initial
      flickVelocity = json["flick_velocity"]?.extent
      settling = SettleAnimation(json["settle"])
      dragMinimum = json["drag"]?["minimum"]?.extent
      self.pages = pages
    }
  }

  /// A row of items with sizes of their own that comes to rest at snaps.
  public struct Carousel: Hashable, Sendable {
    /// The offset at which the row is shown at first, in points.
    public let initialOffset: Double
    /// How far the row can be scrolled, in points; `nil` for a loop.
    public let scrollLimits: ClosedRange<Double>?
    /// The places that the row can rest at, ascending.
    public let snaps: [Snap]
    /// The snap of each item, in the order of the items.
    public let snapOfItem: [Int]
    /// One turn of a row that begins again after its end; `nil` if it does not.
    public let turn: CarouselSnaps.Turn?

    /// A place that a row can rest at.
    public struct Snap: Hashable, Sendable {
      /// How far the row is scrolled there, in points.
      public let offset: Double
      /// How far along that is, 0…1.
      public let progress: Double
      /// The ids of the items, in their order.
      public let itemIDs: [Int]

      init?(_ json: JSONValue) {
        guard let offset = json["offset"]?.double else { return nil }
        self.offset = offset
        progress = json["progress"]?.double ?? 0
        itemIDs = json["item_ids"]?.integers ?? []
      }
    }

    init?(_ json: JSONValue) {
      guard let initial = json["initial_offset"]?.double, let list = json["snaps"]?.array else {
        return nil
      }
      let snaps = list.compactMap { Snap($0) }
      guard snaps.count == list.count else { return nil }
      initialOffset = initial
      self.snaps = snaps
      snapOfItem = json["snap_of_item"]?.integers ?? []
      let limits = json["scroll_limits"]
      if let lower = limits?["lower"]?.double, let upper = limits?["upper"]?.double, lower <= upper
      {
        scrollLimits = lower...upper
      } else {
        scrollLimits = nil
      }
      let loop = json["loop"]
      if let period = loop?["period"]?.double, let start = loop?["start"]?.double, period > 0 {
        turn = CarouselSnaps.Turn(period: period, start: start)
      } else {
        turn = nil
      }
    }
  }
}
