import FeedHTTP
import FeedLayout
import FeedModel
import FeedPhotos
import FeedPublisher
import FeedStore
import HTTPTypes
import HummingbirdCore
import LayoutCatalog
import StrictJSON

/// The pictures that are made of photos, their EXIF cards, and the geometry of their viewer.
struct PictureRoutes {
  /// The valid sides of a viewer, in points.
  static let viewerSides = 1.0...16_384
  /// The height of a viewer that is not given, in points.
  private static let viewerHeight = 763.0

  let renditions: Renditions
  let access: PhotoAccess
  let budget: OpenPictureBudget
  let addresses: PictureAddresses
  /// The sizes that need no signature.
  let openSizes: [Rendition.Box]

  var routes: [Route] {
    [
      Route(.get, "/v1/photos/{id}.jpg", parameters: .only([]), whole),
      Route(
        .get, "/v1/photos/{id}/{picture}", parameters: .only(["fit", "focus", "dpr", "signature"]),
        rendition),
      Route(
        .get, "/v1/photos/{id}/viewer", parameters: .only(["width", "height"]), viewer),
      // A page that is made to be shared.
      Route(.get, "/v1/photos/{id}/card.jpg", parameters: .only(Self.cardChoices), card),
      Route(.get, "/v1/photos/{id}/card", parameters: .only(Self.cardChoices), cardPage),
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
      of: try context.photoID, called: try context.parameters.require("picture"))
    let signature = try request.parameter("signature")
    if let signature {
      guard addresses.accepts(signature, for: rendition) else { throw Problem.invalidSignature }
    } else if !openSizes.contains(rendition.box) {
      throw Problem.sizeNotOpen(rendition.box, openSizes)
    } else if !rendition.hasCommonFocus {
      // Each point would be another picture to make, so a focus of one's own needs a signature.
      throw Problem.focusNotOpen
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
      width: try request.side("width", or: Viewport.defaultWidth),
      height: try request.side("height", or: Self.viewerHeight))
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
      fit: try choice("fit") ?? .cover, focus: try focus(), format: format)
    return (rendition, isNegotiated)
  }

  private func pixelRatio() throws -> Double {
    try parameter("dpr", expected: "1, 1.5, 2, 3 or 4") { text in
      Double(text).flatMap { Rendition.ratios.contains($0) ? $0 : nil }
    } ?? 1
  }

  private func focus() throws -> Rendition.Focus {
    try parameter(
      "focus", expected: "smart, or x,y from 0 to 1 such as 0.5,0.25", Rendition.Focus.init)
      ?? .point(.center)
  }

  fileprivate func side(_ name: String, or fallback: Double) throws -> Double {
    try parameter(name)?.number(in: PictureRoutes.viewerSides, as: name) ?? fallback
  }
}

extension AcceptedMediaTypes {
  /// The smallest format of pictures that the client names. Every client shows JPEG.
  fileprivate var bestPicture: Rendition.Format {
    Rendition.Format.allCases.first { names($0.mediaType) } ?? .jpg
  }
}

extension Problem {
  fileprivate static let invalidSignature = Problem(
    status: .forbidden, code: "invalid_signature",
    detail: "signature: expected that of a published address, found another one")

  fileprivate static let focusNotOpen = Problem(
    status: .forbidden, code: "focus_not_open",
    detail: "focus: expected smart or 0.5,0.5 without a signature")

  fileprivate static func sizeNotOpen(_ box: Rendition.Box, _ open: [Rendition.Box]) -> Problem {
    let sizes = open.map(\.description).joined(separator: ", ")
    return Problem(
      status: .forbidden, code: "size_not_open",
      detail: "\(box) needs a signature; expected a published address"
        + (sizes.isEmpty ? "" : ", or one of the sizes \(sizes)"))
  }
}
