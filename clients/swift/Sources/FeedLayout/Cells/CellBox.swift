/// The known dimensions of the frames that a cell is drawn in, in points.
public struct CellBox: Hashable, Sendable {
  /// The width of the frames; `nil` if they differ.
  public internal(set) var width: Double?
  /// The height of the frames; `nil` if they differ.
  public internal(set) var height: Double?
  /// The height of the picture's part, for layouts that have one.
  public internal(set) var mediaHeight: Double?
  /// Whether editors chose the height of what is below the picture, so that content gives way to it.
  public internal(set) var keepsCaption = false
  /// Whether the picture's part is that of the cell, whatever the layout has.
  public internal(set) var givesMedia = false
  /// The lowest frame, where frames differ and do not grow.
  public internal(set) var lowestHeight: Double?
  /// The narrowest frame, where frames differ in width.
  public internal(set) var narrowestWidth: Double?
  /// The lowest frame that has room for the cell, where frames differ and can grow.
  public internal(set) var minimumHeight = 0.0
  /// The height of what is beside the picture, where frames have the proportions of their pictures.
  public internal(set) var captionHeight = 0.0
}

extension CellBox {
  /// The width of the frames, and that of the narrowest.
  var widths: CellWidth { CellWidth(exact: width, least: width ?? narrowestWidth) }
}

/// How wide cells are, in points.
struct CellWidth: Sendable {
  /// The width of all cells; `nil` if they differ.
  let exact: Double?
  /// The width of the narrowest one; `nil` where it is unknown.
  let least: Double?
}
