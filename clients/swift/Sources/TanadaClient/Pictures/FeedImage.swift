public import FeedLayout

/// The picture of an item.
public struct FeedImage: Hashable, Sendable {
  /// The picture as the server sent it.
  public let raw: JSONValue
  /// The address of the original. A screen draws one of ``sources`` where there are any.
  public let url: String?
  /// The size of the original, in pixels; `nil` if it is not known.
  public let size: Size?
  /// The alternative text.
  public let alt: String?
  /// The point that stays visible when the picture is cropped, 0…1 from the left and from the top.
  public let focus: Point
  /// What is drawn until the picture is there; `nil` for nothing.
  public let placeholder: FeedPlaceholder?
  /// The addresses of the picture in the size of its slot, the best format first.
  public let sources: [FeedImageSource]

  init?(_ json: JSONValue) {
    guard json.object != nil else { return nil }
    raw = json
    url = json["url"]?.string
    size = Size(json).flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil }
    alt = json["alt"]?.string
    focus = Point(json["focus"]) ?? Point(x: 0.5, y: 0.5)
    placeholder = json["placeholder"].flatMap(FeedPlaceholder.init)
    sources = (json["sources"]?.array ?? []).compactMap { FeedImageSource($0) }
  }
}

/// The addresses of a picture in one format.
public struct FeedImageSource: Hashable, Sendable {
  /// The media type, such as `image/avif`.
  public let type: String
  /// The addresses by the pixels that a point of the slot has, ascending: 1, 2 and 3.
  public let addresses: [Address]

  /// One address.
  public struct Address: Hashable, Sendable {
    /// The pixels in a point of the slot.
    public let scale: Double
    /// The address, relative to that of the document.
    public let address: String
  }

  init?(_ json: JSONValue) {
    guard let type = json["type"]?.string, let members = json.object else { return nil }
    self.type = type
    addresses = members.compactMap { name, value in
      guard name.hasSuffix("x"), let scale = Double(name.dropLast()), scale > 0,
        let address = value.string
      else { return nil }
      return Address(scale: scale, address: address)
    }.sorted { $0.scale < $1.scale }
  }

  /// The smallest picture that has at least `scale` pixels in a point of the slot, or else the largest.
  public func address(scale: Double) -> String? {
    (addresses.first { $0.scale >= scale } ?? addresses.last)?.address
  }
}

extension FeedImage {
  /// The formats that iOS 16, macOS 13, tvOS 16, watchOS 9 and visionOS decode.
  public static let decodableTypes: Set<String> = ["image/avif", "image/webp", "image/jpeg"]

  /// The address to load for a slot on a screen with `scale` pixels in a point, relative to that of the document: of the
  /// first format in `types`, or that of the original where there are no sources.
  public func address(scale: Double, types: Set<String> = decodableTypes) -> String? {
    let source = sources.first { types.contains($0.type) && !$0.addresses.isEmpty }
    return source?.address(scale: scale) ?? url
  }

  /// The address to load for a box of `boxWidth` points that is drawn with `pixelWidth` pixels.
  public func address(
    pixelWidth: Double, boxWidth: Double, types: Set<String> = decodableTypes
  ) -> String? {
    address(scale: boxWidth > 0 ? pixelWidth / boxWidth : 1, types: types)
  }

  /// Where the picture is drawn in a slot of `size`: at a box inside of it, or, cropped by the slot, at a larger one whose
  /// place keeps the focus.
  ///
  /// - Parameters:
  ///   - pixels: the size of what was loaded, in pixels: a source may be cropped already. The original's unless given.
  ///   - size: the size of the slot, in points.
  ///   - mode: whether the picture is inside of the slot, or fills it.
  public func rect(of pixels: Size? = nil, in size: Size, mode: ImageFit.Mode) -> Rect {
    let slot = Rect(x: 0, y: 0, width: size.width, height: size.height)
    guard let image = pixels ?? self.size,
      let drawn = try? ImageFit(image: image, viewport: size, mode: mode).rect
    else { return slot }
    guard mode == .fill else { return drawn }
    // A share of what does not fit is before the slot, as CSS `object-position` has it.
    return Rect(
      x: (size.width - drawn.width) * focus.x, y: (size.height - drawn.height) * focus.y,
      width: drawn.width, height: drawn.height)
  }
}

/// What is drawn until a picture is there.
public struct FeedPlaceholder: Hashable, Sendable {
  /// The mean colour.
  public let color: FeedColor?
  /// A ThumbHash in base 64.
  public let thumbHash: ThumbHash?
  /// A BlurHash, for apps that have a decoder of it already.
  public let blurHash: String?

  init?(_ json: JSONValue) {
    guard json.object != nil else { return nil }
    color = FeedColor(json["color"], dark: nil)
    thumbHash = json["thumbhash"]?.string.map { ThumbHash(base64: $0) } ?? nil
    blurHash = json["blurhash"]?.string
  }
}
