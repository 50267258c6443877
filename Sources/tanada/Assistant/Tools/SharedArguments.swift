import FeedLayout
import FeedModel
import StrictJSON

/// Arguments that several tools take.
extension Schema.Property {
  static let kind = required("kind", .line, "The name of a kind, as list_kinds has it.")
  static let itemID = required("id", .number1, "The id of the item.")
  static let feed = optional("feed", .line, "The feed, as list_feeds has it; home by default.")
  static let release = required("release", .number1, "The id of the release.")
  static let locale = optional(
    "locale", .line,
    "The locale of the reader, such as en-GB; by default the first one of list_feeds.")
  static let width = optional(
    "width", .number(Viewport.supportedWidths),
    "The width of the screen, in points; \(Int(Viewport.defaultWidth)) by default, a phone.")
  static let moment = optional(
    "at", .line, "The screen as it was or will be at this time, such as 2026-12-24T09:00:00Z.")
  static let shownRelease = optional(
    "release", .number1, "The screen as if this release were published.")
  static let drafts = optional("drafts", .boolean, "Whether to show drafts as well.")
  static let limit = optional(
    "limit", .integer(1...100),
    "How many, at most; 20 by default. A page of long entries has fewer.")
  static let cursor = optional(
    "cursor", .text(length: 1...2_000), "The next_cursor of the page before.")
  static let nextCursor = required(
    "next_cursor", Schema.text().orNull, "The cursor of the next page; null at the end.")
  static let entityTag = required(
    "etag", .text(), "The version, for writes that are done only if it is still the present one.")
}

extension ToolArguments {
  /// The usual length of a page.
  static let defaultLimit = 20

  /// The parameters of a screen, with the names that the API has for them too.
  var screen: [(String, String?)] {
    [
      ("width", number("width").map(NumberText.shortest)), ("locale", text("locale")),
      ("at", text("at")), ("release", integer("release").map(String.init)),
      ("drafts", flag("drafts") ? "true" : nil),
    ]
  }

  /// The screen that is asked for.
  func screenRequest() throws(ToolProblem) -> ScreenRequest {
    var request = ScreenRequest()
    if let feed = text("feed") { request.feed = feed }
    if let width = number("width") { request.width = width }
    if let text = text("locale") { request.locale = try AskedLocales(ofTool: text) }
    if let text = text("at") {
      guard let moment = Timestamp(text) else {
        throw ToolProblem("/at: expected a time such as 2026-12-24T09:00:00Z, found \(text)")
      }
      request.moment = moment
    }
    request.release = integer("release")
    request.includesDrafts = flag("drafts")
    return request
  }
}

extension AskedLocales {
  /// The locales that a model asks for. Readers would be answered in the default one, but a model is told what is wrong.
  init(ofTool text: String) throws(ToolProblem) {
    self.init(reading: text)
    guard !areUnknown else {
      throw ToolProblem("/locale: expected \(LocaleTag.form), found \(text)")
    }
  }
}
