/// The design drawn inside each frame of a section, one for all of its items.
///
/// A cell is a list of slots, from back to front. Each lies in an item's frame by the distances from
/// the edges that it names, so one cell serves frames of different sizes.
public struct Cell: Hashable, Sendable {
  /// The name of its definition.
  public let name: String
  /// The radius of the corners, in points. Above 0 they cut off what is inside.
  public let cornerRadius: Double
  /// The line around the cell.
  public let border: CellBorder?
  /// The colour behind all slots; `nil` for none.
  public let background: CellColor?
  /// From back to front.
  public internal(set) var slots: [CellSlot]

  init(
    _ name: String, cornerRadius: Double = 0, border: CellBorder? = nil,
    background: CellColor? = nil, slots: [CellSlot]
  ) {
    self.name = name
    self.cornerRadius = cornerRadius
    self.border = border
    self.background = background
    self.slots = slots
  }

  /// The slot of the picture, if there is one.
  public var image: CellSlot? {
    slots.first { if case .image = $0.content { true } else { false } }
  }
}

/// A line around a box, half of which lies outside.
public struct CellBorder: Hashable, Sendable {
  /// The width of the line, in points.
  public let width: Double
  /// The colour of the line.
  public let color: CellColor
  /// The radius of its corners where they are not those of the cell, in points.
  public let cornerRadius: Double?

  init(_ color: CellColor, width: Double = 1, cornerRadius: Double? = nil) {
    self.color = color
    self.width = width
    self.cornerRadius = cornerRadius
  }
}

/// A colour in light and dark surroundings, each as `#rrggbbaa`.
public struct CellColor: Hashable, Sendable {
  /// The colour in light surroundings.
  public let light: String
  /// The colour in dark surroundings; `nil` where it does not differ.
  public let dark: String?

  /// A colour in light surroundings, and in dark ones where it differs.
  public init(_ light: String, dark: String? = nil) {
    self.light = light
    self.dark = dark
  }
}
