import FeedEditing
import FeedLayout
import FeedModel
import FeedPhotos
import FeedPublisher
import FeedStore
import StrictJSON

/// A screen that a tool is asked for.
struct ScreenRequest: Sendable {
  var feed = Composition.homeFeed
  var width = Viewport.defaultWidth
  var locale: AskedLocales?
  var moment: Timestamp?
  var release: Int?
  var includesDrafts = false
}

extension AssistantDesk {
  /// The document of a screen.
  ///
  /// - Throws: ``ToolProblem`` for what there is not.
  func document(of request: ScreenRequest) async throws -> Screen {
    do {
      let feed = try await prepared(request)
      let reader = settings.locales.reader(for: request.locale, dates: settings.dateStyle)
      let direction = feed.locale(for: reader).direction
      let traits = ScreenTraits(try Viewport(width: request.width), direction: direction)
      return feed.document(for: traits, in: reader).document
    } catch let error where Failure.isOurs(error) {
      throw ToolProblem("\(error)")
    }
  }

  private func prepared(_ request: ScreenRequest) async throws -> Feed {
    if let release = request.release {
      return try await store.feed(
        named: request.feed, withRelease: release, at: request.moment,
        includesDrafts: request.includesDrafts, settings)
    }
    let moment = request.moment ?? (request.includesDrafts ? clock.now : nil)
    return try await store.feed(
      named: request.feed, at: moment, includesDrafts: request.includesDrafts, settings)
  }

  /// A drawing of a document, as a PNG.
  ///
  /// - Parameter isSheet: Whether it has measurements and what is beyond the edge of the screen beside the device.
  /// - Throws: ``ToolProblem`` for a picture that is too large for a model.
  func picture(
    of document: Screen, _ options: SVGPreview.Options, isSheet: Bool, showsPhotos: Bool,
    scale: Double
  ) async throws -> [UInt8] {
    var options = options
    let size =
      isSheet ? SVGPreview(document, options).size : ComparisonPreview([document], options).size
    let side = max(size.width, size.height)
    let section = document.sections.count > 1 ? ["one section"] : []
    guard side * scale <= Self.maximumPictureSide else {
      // The largest scale with two digits behind the point at which it fits.
      let largest = (Self.maximumPictureSide / side * 100).rounded(.down) / 100
      let fits = Self.scales.contains(largest)
      throw ToolProblem(
        "the picture would be \(Int((side * scale).rounded(.up))) pixels long, and the most is "
          + "\(Int(Self.maximumPictureSide))",
        instead: section + (fits ? ["a scale of at most \(NumberText.shortest(largest))"] : [])
          + (isSheet ? ["it without the sheet"] : []))
    }
    if showsPhotos {
      options.pictures = await settings.drawnPictures(of: [document])
    }
    let drawing = VectorDrawing(
      svg: isSheet
        ? SVGPreview(document, options).render() : ComparisonPreview([document], options).render())
    do {
      let png = try await settings.drawn(.draw(drawing, scale: scale))
      guard png.count <= Self.maximumPictureSize else {
        throw ToolProblem(
          "the picture would have \(png.count) bytes, and the most is \(Self.maximumPictureSize)",
          instead: section + (scale > Self.scales.lowerBound ? ["a smaller scale"] : [])
            + (showsPhotos ? ["it without photos"] : []))
      }
      return png
    } catch let error where Failure.isOurs(error) {
      throw ToolProblem("\(error)")
    }
  }

  /// The pixels for each point that can be asked for.
  static let scales = 1.0...2.0
  /// The longest side of a picture, in pixels.
  static let maximumPictureSide = 8_000.0
  /// The most bytes of a picture.
  static let maximumPictureSize = 3_500_000
}
