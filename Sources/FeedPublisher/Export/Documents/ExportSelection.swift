package import FeedModel
import StrictJSON

/// The choice of what is exported.
package struct ExportSelection: Sendable {
  /// The names of the feeds; `nil` for all.
  package var feeds: [String]?
  /// The widths of screens, in points.
  package var widths: [Double]
  /// The locales of readers.
  package var locales: [LocaleTag]
  /// The facts of clients, as the query of `GET /v1/feeds/{feed}/variant` has them, whose variants are exported beside
  /// what everybody gets.
  package var clients: [String]
  /// How many pages behind the first screen are exported of each section.
  package var pageCount: Int
  /// The width of addresses without one, in points.
  package var defaultWidth: Double
  /// The origin that addresses of pictures begin with; empty for none.
  package var server: String

  package init(
    feeds: [String]?, widths: [Double], locales: [LocaleTag], clients: [String], pageCount: Int,
    defaultWidth: Double, server: String
  ) {
    self.feeds = feeds
    self.widths = widths
    self.locales = locales
    self.clients = clients
    self.pageCount = pageCount
    self.defaultWidth = defaultWidth
    self.server = server
  }

  /// The choice in one text: exports of equal texts and revisions are equal.
  package var text: String {
    let widths = widths.map(NumberText.shortest).joined(separator: ",")
    return [
      "feeds=\(feeds?.joined(separator: ",") ?? "*")", "widths=\(widths)",
      "locales=\(locales.map(\.text).joined(separator: ","))", "pages=\(pageCount)",
      "server=\(server)",
    ].joined(separator: " ") + clients.map { " variant:\($0)" }.joined()
  }

  /// The addresses of the screens of `feed`: with each width and locale, and those of requests that leave out what is
  /// the default.
  ///
  /// - Parameter variant: the name of the variant; `nil` for what everybody gets.
  package func screens(of feed: String, inVariant variant: String?) -> [String] {
    let sizes =
      widths.map { "width=\(NumberText.shortest($0))" }
      + (widths.contains(defaultWidth) ? [""] : [])
    return sizes.flatMap { size in
      ([""] + locales.map { "locale=\($0)" }).map { locale in
        let parameters = [size, locale, variant.map { "variant=\($0)" } ?? ""]
          .filter { !$0.isEmpty }
        return "/v1/feeds/\(feed)"
          + (parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&"))
      }
    }
  }
}
