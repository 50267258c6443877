public import ArgumentParser
public import FeedLayout
import FeedModel
import FeedPublisher

/// `tanada layout TYPE [FILE|-]`: what `tanada layout` does unless a subcommand is named.
struct SectionLayoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "section",
    abstract: "Lay out items without a database: items in, the layout out.",
    discussion: """
      The file holds {"result":[…]} or a bare array. Of each item only its id is read, and for the \
      staggered grid the size of its picture: photo_width and photo_height, or width and height. \
      The word "section" may be left out.
      """)

  @Argument(
    help: ArgumentHelp(
      "The layout: \(LayoutType.allCases.map(\.kebabCaseName).joined(separator: ", ")).",
      valueName: "type"))
  var type: LayoutType

  @Argument(help: ArgumentHelp("A JSON file, or - for standard input.", valueName: "file"))
  var file = "-"

  @OptionGroup var viewport: ViewportOptions

  @Option(
    help: ArgumentHelp(
      "The viewport's height in points, for the card stack.", valueName: "points"))
  var height: Double?

  func validate() throws {
    _ = try viewport.viewport(height: height)
  }

  func run() throws {
    let request = LayoutRequest(type: type, viewport: try viewport.viewport(height: height))
    let document = try Console.read(file)
    do {
      let layout = try request.layout(of: document)
      answer { layout.write(to: &$0) }
    } catch let problems as ContentProblems {
      throw InvalidFile(path: file == "-" ? "standard input" : file, problems: problems)
    }
  }
}

extension LayoutType: ExpressibleByArgument {
  public init?(argument: String) {
    self.init(name: argument)
  }

  public static var allValueStrings: [String] { allCases.map(\.kebabCaseName) }
}
