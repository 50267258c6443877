import FeedModel
import FeedPhotos
import Foundation

/// The page that shares the EXIF card of a photo.
struct CardPage {
  /// The page loads its picture and nothing else.
  static let contentSecurityPolicy =
    "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; "
    + "form-action 'none'; frame-ancestors 'none'"

  let photo: Photo
  let options: CardOptions
  /// The card itself, a JPEG.
  let card: [UInt8]
  /// The address of this page.
  let address: String
  let cardAddress: String
  /// The path of the card, relative to the origin that the page was loaded from.
  let cardPath: String

  var html: String {
    let text = CardText(photo.camera, options: options)
    let lines = [text.camera, text.lens, text.exposure].compactMap(\.self)
    let title = (lines.first ?? photo.description.alt ?? "Photo").htmlEscaped
    let description = lines.dropFirst().joined(separator: " · ").htmlEscaped
    let alt = (photo.description.alt ?? lines.joined(separator: ", ")).htmlEscaped
    let (address, picture) = (address.htmlEscaped, cardAddress.htmlEscaped)
    return """
      <!doctype html>
      <html lang="\(options.locale.rawValue)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(title)</title>
      <meta name="description" content="\(description)">
      <meta property="og:type" content="website">
      <meta property="og:url" content="\(address)">
      <meta property="og:title" content="\(title)">
      <meta property="og:description" content="\(description)">
      <meta property="og:image" content="\(picture)">
      <meta property="og:image:type" content="image/jpeg">
      \(size)<meta property="og:image:alt" content="\(alt)">
      <meta name="twitter:card" content="summary_large_image">
      <style>
      body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #eceff1 }
      img { max-width: min(94vw, 720px); max-height: 94vh; box-shadow: 0 2px 24px #0003 }
      @media (prefers-color-scheme: dark) { body { background: #15181a } }
      </style>
      </head>
      <body><img src="\(cardPath.htmlEscaped)" alt="\(alt)"></body>
      </html>

      """
  }

  /// The size of the card, with which previews are drawn before it is loaded.
  private var size: String {
    guard let card = try? PictureInspection(Data(card)), let width = card.width,
      let height = card.height
    else { return "" }
    return """
      <meta property="og:image:width" content="\(width)">
      <meta property="og:image:height" content="\(height)">

      """
  }
}

extension String {
  /// The text as HTML has it, also in attributes between quotation marks.
  fileprivate var htmlEscaped: String {
    // By scalars: a quotation mark with an accent is one character, and still ends an attribute.
    unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }
}
