import CVips
package import FeedModel

/// The options of a rendition, independent of its photo.
package struct RenditionOptions: Codable, Hashable, Sendable {
  let width: Int
  let height: Int
  let contains: Bool
  /// The position of the focus; `nil` for the part that draws attention.
  let focusX: Double?
  let focusY: Double?
  let suffix: String

  package init(_ rendition: Rendition) {
    width = rendition.pixels.width
    height = rendition.pixels.height
    contains = rendition.fit == .contain
    switch rendition.focus {
    case .point(let point): (focusX, focusY) = (point.x, point.y)
    case .smart: (focusX, focusY) = (nil, nil)
    }
    suffix = Self.suffix(for: rendition.format)
  }

  var isWebP: Bool { suffix.hasPrefix(".webp") }

  /// The encoders' options. The qualities are those at which the formats look alike; efforts above these
  /// cost more time than they save bytes.
  private static func suffix(for format: Rendition.Format) -> String {
    switch format {
    case .jpg: ".jpg[Q=80]"
    case .webp: ".webp[Q=75]"
    case .avif: ".avif[Q=50,effort=3]"
    }
  }

  var box: tanada_box {
    let fit =
      contains ? tanada_fit_contain : focusX == nil ? tanada_fit_smart : tanada_fit_cover
    return tanada_box(
      width: Int32(width), height: Int32(height), fit: fit, focus_x: focusX ?? 0.5,
      focus_y: focusY ?? 0.5)
  }
}
