import Crypto
import FeedLayout
import FeedModel
import Foundation

/// Draws one or several documents as a page in one file: the drawing, and the numbers of every section
/// below it.
///
/// The page has no script and loads nothing, which its Content-Security-Policy says too.
package struct HTMLPreview {
  let documents: [Screen]
  let options: SVGPreview.Options

  /// A page of `documents`, which are drawn side by side if there are several.
  package init(_ documents: [Screen], _ options: SVGPreview.Options = .init()) {
    self.documents = documents
    self.options = options
  }

  /// Returns the page: always the same text for the same documents.
  package func render() -> String {
    let widths = documents.map { $0.viewport.width.brief + " pt" }
    let title = "\(documents.first?.feed.plainLine ?? "") · \(widths.joined(separator: ", "))"
    let style = style
    return """
      <!DOCTYPE html>
      <html>
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(Self.policy(allowing: style))">
      <meta name="viewport" content="width=device-width">
      <title>\(title.xmlEscaped)</title>
      <style>\(style)</style>
      </head>
      <body>
      <main>
      <h1>\(title.xmlEscaped)</h1>
      <div class="drawing">
      \(drawing)</div>
      \(documents.map(table).joined(separator: "\n"))
      </main>
      </body>
      </html>

      """
  }

  private var drawing: String {
    documents.count == 1
      ? SVGPreview(documents[0], options).render()
      : ComparisonPreview(documents, options).render()
  }

  /// The style sheet of the page.
  private var style: String {
    let colors = options.colors
    return """
      :root{color-scheme:\(colors.isDark ? "dark" : "light")}\
      body{margin:0;background:\(colors.paper);color:\(colors.ink);\
      font:14px/1.5 "Hiragino Sans","Noto Sans JP","Noto Sans CJK JP",sans-serif}\
      main{padding:32px}h1{font-size:24px;margin:0 0 16px}\
      .drawing{overflow-x:auto}.drawing svg{display:block}\
      table{border-collapse:collapse;margin-top:32px}\
      caption{text-align:left;font-weight:700;padding:8px 0}\
      th,td{text-align:left;padding:6px 16px 6px 0;border-bottom:1px solid \(colors.rule);\
      vertical-align:top}th{color:\(colors.quiet);font-weight:400}
      """
  }

  /// Nothing is loaded or run; pictures are in the file, and so is the one style sheet.
  private static func policy(allowing style: String) -> String {
    let hash = Data(SHA256.hash(data: Data(style.utf8))).base64EncodedString()
    return "default-src 'none'; img-src data:; style-src 'sha256-\(hash)'; base-uri 'none'; "
      + "form-action 'none'"
  }

  /// The numbers of `document`, a row for each section.
  private func table(of document: Screen) -> String {
    let traits = document.traits
    let caption =
      "\(traits.viewport.width.brief) × "
      + "\(document.contentSize.height.brief) pt\(traits.drawnText) · revision "
      + "\(document.revision) · \(document.generatedAt.rfc3339)"
    let rows = document.sections.map { section in
      let cells = [
        section.id, section.title, section.layout.name,
        section.cell?.name ?? "none", "\(section.items.count)",
        section.frame.y.brief, section.frame.height.brief,
        section.measurements.dropFirst(2).joined(separator: " · "),
      ]
      return "<tr>" + cells.map { "<td>\($0.plainLine.xmlEscaped)</td>" }.joined() + "</tr>"
    }
    let names = ["Section", "Title", "Layout", "Cell", "Items", "y", "Height", "Numbers"]
    return """
      <table>
      <caption>\(caption.xmlEscaped)</caption>
      <thead><tr>\(names.map { "<th scope=\"col\">\($0)</th>" }.joined())</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>
      """
  }
}
