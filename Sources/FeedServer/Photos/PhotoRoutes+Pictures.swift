import FeedHTTP
import FeedLayout
import FeedModel
import FeedPhotos
import FeedPublisher
import FeedStore
import HTTPTypes
import HummingbirdCore
import StrictJSON

extension PhotoRoutes {
  /// The height of a viewer that is not given, in points.
  private static let viewerHeight = 763.0

  /// The pictures that are made of photos, their EXIF cards, and the geometry of their viewer.
  var pictureRoutes: [Route] {
    [
      Route(
        .get, "/v1/photos/{id}.jpg", "getWholePicture",
        "A whole photo as a JPEG of at most 2048 × 2048 pixels.", query: .shared,
        parameters: [.photo, .ifNoneMatch], answers: [Self.picture(["image/jpeg"]), .notModified],
        problems: [404, 422, 503], whole),
      Route(
        .get, "/v1/photos/{id}/{picture}", "getRendition",
        "A photo scaled into a box. Published addresses are signed; some sizes are open.",
        query: .shared,
        parameters: [
          .photo,
          .path(
            "picture", .text(pattern: "^[1-9][0-9]{0,3}x[1-9][0-9]{0,3}\\.(jpg|webp|avif|auto)$"),
            "The size in pixels at a ratio of 1, and the format; auto follows Accept."),
          .fit, .focus, .ratio, .signature,
          .header("Accept", .text(), "The media types among which auto chooses."),
          .ifNoneMatch,
        ], answers: [Self.picture(Rendition.Format.allCases.map(\.mediaType)), .notModified],
        problems: [403, 404, 422, 503], rendition),
      Route(
        .get, "/v1/photos/{id}/viewer", "getViewer",
        "Where a viewer places a photo, and how far it can be zoomed.",
        query: .shared,
        parameters: [
          .photo,
          .viewerWidth, .viewerHeight,
          .ifNoneMatch,
        ], answers: [.ok(Self.viewerSchema, "The geometry, in points."), .notModified],
        problems: [404],
        viewer),
      Route(
        .get, "/v1/photos/{id}/card.jpg", "getCard",
        "The EXIF card: the photo on white, its camera data below.",
        query: .shared, parameters: Parameter.card + [.ifNoneMatch],
        answers: [
          .init(200, "The card.", [.init("image/jpeg", .binary)]), .notModified,
        ], problems: [404, 422, 503], card),
      Route(
        .get, "/v1/photos/{id}/card", "getCardPage",
        "A page that shows the EXIF card, also in previews of links.",
        query: .shared, parameters: Parameter.card,
        answers: [
          .init(200, "The page.", [.init("text/html", .text())])
        ], problems: [404, 422, 503], cardPage),
    ]
  }

  /// The whole photo at a size that every screen can show.
  private func whole(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    try await answer(
      .rendition(.whole(of: try context.photoID)), to: request, context, as: .published)
  }

  private func rendition(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let (rendition, isNegotiated) = try request.rendition(
      of: try context.photoID, called: try context.pathParameter("picture"))
    let signature = try request.text(.signature)
    if let signature {
      guard addresses.accepts(signature, for: rendition) else {
        throw Problem(
          status: .forbidden, code: "invalid_signature",
          detail: "signature: expected that of a published address, found another one")
      }
    } else if !openSizes.contains(rendition.box) {
      let sizes = openSizes.map(\.description).joined(separator: ", ")
      throw Problem(
        status: .forbidden, code: "size_not_open",
        detail: "\(rendition.box) needs a signature; expected a published address"
          + (sizes.isEmpty ? "" : ", or one of the sizes \(sizes)"))
    } else if !rendition.hasCommonFocus {
      // Each point would be another picture to make, so a focus of one's own needs a signature.
      throw Problem(
        status: .forbidden, code: "focus_not_open",
        detail: "focus: expected smart or 0.5,0.5 without a signature")
    }
    var response = try await answer(
      .rendition(rendition), to: request, context, as: signature == nil ? .open : .published,
      isSigned: signature != nil)
    if isNegotiated { response.headers[.vary] = "Accept" }
    return response
  }

  /// Answers with the geometry of the photo's viewer: the frame of the photo, and the range of its zoom.
  private func viewer(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let viewport = Size(
      width: try request.number(.viewerWidth) ?? Viewport.defaultWidth,
      height: try request.number(.viewerHeight) ?? Self.viewerHeight)
    let photo = try await renditions.library.requirePhoto(try context.photoID)
    let isPublic = try await access.require(photo.id, for: context)
    let image = Size(width: Double(photo.size.width), height: Double(photo.size.height))
    let fits = try ImageFit.Mode.allCases.map { mode in
      try ImageFit(image: image, viewport: viewport, mode: mode)
    }
    let zoom = try ScrollZoom(image: image, bounds: viewport)
    let bytes = JSONWriter.object { object in
      object.member("image", image)
      object.member("viewport", viewport)
      for fit in fits { object.member(fit.mode.rawValue, fit.rect) }
      object.member("minimum_scale", zoom.minimumScale)
      object.member("maximum_scale", zoom.maximumScale)
      object.member("double_tap_scale", zoom.doubleTapScale)
      // The initial scale is always within the range of the zoom.
      if let center = try? zoom.center(atScale: zoom.minimumScale) {
        object.member("center", center)
      }
    }
    return Response(
      PublishedDocument(bytes: bytes), answering: request,
      caching: isPublic ? .revalidated : .private)
  }
}

extension Rendition {
  /// The largest side of the whole picture of a photo, in pixels.
  private static let wholeSide = 2_048

  static func whole(of photo: PhotoID) -> Rendition {
    guard let box = Box(width: wholeSide, height: wholeSide) else {
      preconditionFailure("\(wholeSide) is a side of boxes")
    }
    return Rendition(of: photo, box: box, fit: .contain, format: .jpg)
  }

  /// Whether the focus is one that needs no signature.
  fileprivate var hasCommonFocus: Bool { focus == .smart || focus == .point(.center) }
}

extension Request {
  /// The rendition of `photo` that the path calls `320x240.webp`, with the query's options, and whether
  /// its format follows `Accept`: the one of `320x240.auto` does.
  fileprivate func rendition(
    of photo: PhotoID, called name: String
  ) throws -> (Rendition, isNegotiated: Bool) {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let isNegotiated = parts.last == "auto"
    let format =
      isNegotiated
      ? AcceptedMediaTypes(headers[values: .accept]).bestPicture
      : parts.last.flatMap { Rendition.Format(rawValue: String($0)) }
    guard parts.count == 2, let box = Rendition.Box(parts[0]), let format else {
      throw Problem.notFound(
        "there is no picture \(name.quotedExcerpt); expected a size from 1x1 to 4096x4096 and a "
          + "format, such as 320x240.jpg, .webp, .avif or .auto")
    }
    let rendition = Rendition(
      of: photo, box: box, ratio: try pixelRatio(),
      fit: try choice(.fit) ?? .cover, focus: try focus(), format: format)
    return (rendition, isNegotiated)
  }

  private func pixelRatio() throws -> Double {
    try value(.ratio, expected: "1, 1.5, 2, 3 or 4") { text in
      Double(text).flatMap { Rendition.ratios.contains($0) ? $0 : nil }
    } ?? 1
  }

  private func focus() throws -> Rendition.Focus {
    try value(.focus, expected: "smart, or x,y from 0 to 1 such as 0.5,0.25", Rendition.Focus.init)
      ?? .point(.center)
  }
}

extension AcceptedMediaTypes {
  /// The smallest format of pictures that the client names. Every client shows JPEG.
  fileprivate var bestPicture: Rendition.Format {
    Rendition.Format.allCases.first { names($0.mediaType) } ?? .jpg
  }
}

extension PhotoRoutes {
  private static func picture(_ mediaTypes: [String]) -> Route.Operation.Answer {
    .init(200, "The picture.", mediaTypes.map { .init($0, .binary) })
  }

  private static let viewerSchema = Schema.object([
    .required("image", .component("Size")), .required("viewport", .component("Size")),
    .required("fit", .component("Rect")), .required("fill", .component("Rect")),
    .required("actual", .component("Rect")),
    .required("minimum_scale", .number()), .required("maximum_scale", .number()),
    .required("double_tap_scale", .number()),
    .required("center", .component("Point")),
  ])
}

extension Parameter {
  fileprivate static let fit = query(
    "fit", .oneText(of: Rendition.Fit.allCases.map(\.rawValue)),
    "cover fills the box, contain shows all of the photo.")
  fileprivate static let focus = query(
    "focus", .text(), "The point that stays visible, such as 0.5,0.25, or smart.")
  fileprivate static let ratio = query(
    "dpr", .number(1...4), "The device pixel ratio: 1, 1.5, 2, 3 or 4.")
  fileprivate static let signature = query(
    "signature", .text(), "The signature of a published address.")

  private static let viewerSides = 1.0...16_384
  fileprivate static let viewerWidth = query(
    "width", .number(viewerSides), "The width of the viewport, in points.")
  fileprivate static let viewerHeight = query(
    "height", .number(viewerSides), "The height of the viewport, in points.")
}
