/// A photo as one picture for a place on a screen: its size, the part that is shown, and the format.
package struct Rendition: Hashable, Sendable {
  /// The formats of pictures, all of which browsers and apps show.
  package enum Format: String, CaseIterable, Hashable, Sendable {
    case avif
    case webp
    case jpg

    package var mediaType: String {
      switch self {
      case .avif: "image/avif"
      case .webp: "image/webp"
      case .jpg: "image/jpeg"
      }
    }
  }

  /// How a photo is scaled into a box.
  package enum Fit: String, CaseIterable, Hashable, Sendable {
    /// The box is filled, and what is outside of it is cut off.
    case cover
    /// All of the photo within the box, which it fills in one direction.
    case contain
  }

  /// The part of a photo that stays visible where the photo is cut off.
  package enum Focus: Hashable, Sendable {
    case point(PhotoFocus)
    /// The part that draws attention, found by its colours and edges.
    case smart
  }

  /// The size in pixels at a device pixel ratio of 1.
  package struct Box: Hashable, Sendable {
    /// The sides a box can have, in pixels.
    package static let sides = 1...4_096

    package let width: Int
    package let height: Int

    /// `nil` unless both are in ``sides``.
    package init?(width: Int, height: Int) {
      guard Self.sides.contains(width), Self.sides.contains(height) else { return nil }
      self.width = width
      self.height = height
    }
  }

  /// The device pixel ratios that there are renditions for.
  package static let ratios: [Double] = [1, 1.5, 2, 3, 4]

  package let photo: PhotoID
  package let box: Box
  /// The device pixel ratio, one of ``ratios``.
  package let ratio: Double
  package let fit: Fit
  package let focus: Focus
  package let format: Format

  package init(
    of photo: PhotoID, box: Box, ratio: Double = 1, fit: Fit = .cover,
    focus: Focus = .point(.center), format: Format
  ) {
    self.photo = photo
    self.box = box
    self.ratio = ratio
    self.fit = fit
    self.focus = focus
    self.format = format
  }

  /// The rendition in another format.
  package func formatted(_ format: Format) -> Rendition {
    Rendition(of: photo, box: box, ratio: ratio, fit: fit, focus: focus, format: format)
  }

  /// The box in pixels of the screen, with sides of at most the largest one.
  package var pixels: Box {
    func side(_ value: Int) -> Int {
      min(Int((Double(value) * ratio).rounded()), Box.sides.upperBound)
    }
    return Box(width: side(box.width), height: side(box.height)) ?? box
  }
}

extension Rendition.Box: CustomStringConvertible {
  /// The box as addresses have it: `320x240`.
  package var description: String { "\(width)x\(height)" }

  /// The box of a text such as `320x240`.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    // Digits alone, so that a box has one text.
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
      "\(width)x\(height)" == text
    else { return nil }
    self.init(width: width, height: height)
  }
}

extension Rendition.Focus: CustomStringConvertible {
  /// The focus as addresses have it: `0.5,0.25` or `smart`.
  package var description: String {
    switch self {
    case .point(let point): point.text
    case .smart: "smart"
    }
  }

  package init?(_ text: some StringProtocol) {
    if text == "smart" {
      self = .smart
    } else if let point = PhotoFocus(text) {
      self = .point(point)
    } else {
      return nil
    }
  }
}

// MARK: - Addresses

extension Rendition {
  /// The text that a signature is of: everything but the ratio and the format, so that one
  /// signature serves all sources of a picture.
  package var signedText: String { "\(photo)/\(box)?fit=\(fit.rawValue)&focus=\(focus)" }

  /// The path with its query, without the server. Parameters with default values are left out.
  package func address(signature: String?) -> String {
    var parameters: [String] = []
    if fit != .cover { parameters.append("fit=\(fit.rawValue)") }
    if focus != .point(.center) { parameters.append("focus=\(focus)") }
    if ratio != 1 { parameters.append("dpr=\(ratio.formattedRatio)") }
    if let signature { parameters.append("signature=\(signature)") }
    let query = parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&")
    return "/v1/photos/\(photo)/\(box).\(format.rawValue)\(query)"
  }
}

extension Double {
  fileprivate var formattedRatio: String { self == rounded() ? "\(Int(self))" : "\(self)" }
}
