import ArgumentParser
import FeedLayout
import FeedPublisher

/// The viewport of commands that lay something out.
struct ViewportOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The viewport's width in points, 200 to 4096.", valueName: "points"))
  var width = Viewport.defaultWidth

  func validate() throws {
    _ = try viewport()
  }

  /// The viewport; wrong usage if there is no such one.
  func viewport(height: Double? = nil) throws -> Viewport {
    do {
      return try Viewport(width: width, height: height)
    } catch {
      throw ValidationError(error.description)
    }
  }
}
