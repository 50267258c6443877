import ArgumentParser
import FeedLayout
import FeedPhotos
import FeedPublisher

struct PhotoPatternCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pattern", abstract: "Draw a picture whose colours say where each pixel is.",
    discussion: """
      A diagonal gradient as a PNG: red and green are 0, blue is (x + y) mod 256, and every pixel is \
      opaque.
      """)

  @Argument(help: .named("WxH", "The size in pixels, such as 256x1024.")) var size: String

  @Option(
    name: .shortAndLong, help: .named("file", "The PNG file to write, or - for standard output."))
  var output: String

  func validate() throws {
    _ = try pattern()
  }

  func run() async throws {
    let settings = try await SettingsReader(flags: [:], file: nil).settings()
    try Console.write(await settings.drawn(.pattern(pattern())), to: output)
  }

  private func pattern() throws -> TestPattern {
    guard let size = Size(text: size), let width = Int(exactly: size.width),
      let height = Int(exactly: size.height),
      let pattern = TestPattern(width: width, height: height)
    else {
      throw ValidationError(
        "size: expected a width and a height from \(TestPattern.sides.lowerBound) to "
          + "\(TestPattern.sides.upperBound) pixels separated by an x, such as 256x1024, and at most "
          + "\(TestPattern.largestCount) pixels together, found \(self.size.quotedExcerpt)")
    }
    return pattern
  }
}
