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

/// The pictures that are made of photos, and the geometry of their viewer.
struct PictureRoutes {
  let library: PhotoLibrary
  let pictures: PictureAnswers
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
    ]
  }

  /// The whole photo at a size that every screen can show.
  @Sendable private func whole(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    try await pictures.answer(
      .rendition(.whole(of: try context.photoID)), to: request, context, by: .published)
  }

  @Sendable private func rendition(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let (rendition, isNegotiated) = try request.rendition(
      of: try context.photoID, called: try context.parameters.require("picture"))
    var permission = PictureAnswers.Permission.open
    if let signature = try request.parameter("signature") {
      permission = .signature
      guard addresses.accepts(signature, for: rendition) else { throw Problem.invalidSignature }
    } else if !openSizes.contains(rendition.box) {
      throw Problem.sizeNotOpen(rendition.box, openSizes)
    } else if !rendition.hasCommonFocus {
      // Each point would be another picture to make, so a focus of one's own needs a signature.
      throw Problem.focusNotOpen
    }
    var response = try await pictures.answer(
      .rendition(rendition), to: request, context, by: permission)
    if isNegotiated { response.headers[.vary] = "Accept" }
    return response
  }

  /// Answers with the geometry of the photo's viewer.
  @Sendable private func viewer(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let viewport = Size(
      width: try request.side("width", or: Viewport.defaultWidth),
      height: try request.side("height", or: PhotoViewer.defaultHeight))
    let photo = try await library.requirePhoto(try context.photoID)
    let isPublic = try await pictures.access.require(photo.id, for: context)
    let viewer = try PhotoViewer(photo.size, viewport: viewport)
    return Response(
      PublishedDocument { viewer.write(to: &$0) }, answering: request,
      caching: isPublic ? .revalidated : .private)
  }
}

extension Rendition {
  /// The largest side of the whole picture of a photo, in pixels.
  private static let wholeSide = 2_048

  /// The whole picture of a photo.
  static func whole(of photo: PhotoID) -> Rendition {
    guard let box = Box(width: wholeSide, height: wholeSide) else {
      preconditionFailure("\(wholeSide) is a side of boxes")
    }
    return Rendition(of: photo, box: box, fit: .contain, format: .jpg)
  }
}

extension Rendition {
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
      fit: try choice("fit", or: .cover), focus: try focus(), format: format)
    return (rendition, isNegotiated)
  }

  private func pixelRatio() throws -> Double {
    guard let text = try parameter("dpr") else { return 1 }
    guard let ratio = Double(text), Rendition.ratios.contains(ratio) else {
      throw Problem.invalidParameter(
        "dpr", expected: "1, 1.5, 2, 3 or 4", found: text.quotedExcerpt)
    }
    return ratio
  }

  private func focus() throws -> Rendition.Focus {
    guard let text = try parameter("focus") else { return .point(.center) }
    guard let focus = Rendition.Focus(text) else {
      throw Problem.invalidParameter(
        "focus", expected: "smart, or x,y from 0 to 1 such as 0.5,0.25", found: text.quotedExcerpt)
    }
    return focus
  }

  /// A side of a viewport, in points.
  fileprivate func side(_ name: String, or fallback: Double) throws -> Double {
    try parameter(name)?.number(in: PhotoViewer.sides, as: name) ?? fallback
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
    status: .forbidden, code: "invalid_signature", title: "Invalid signature",
    detail: "signature: expected that of a published address, found another one")

  fileprivate static let focusNotOpen = Problem(
    status: .forbidden, code: "focus_not_open", title: "Focus not open",
    detail: "focus: expected smart or 0.5,0.5 without a signature")

  fileprivate static func sizeNotOpen(_ box: Rendition.Box, _ open: [Rendition.Box]) -> Problem {
    let sizes = open.map(\.description).joined(separator: ", ")
    return Problem(
      status: .forbidden, code: "size_not_open", title: "Size not open",
      detail: "\(box) needs a signature; expected a published address"
        + (sizes.isEmpty ? "" : ", or one of the sizes \(sizes)"))
  }
}
