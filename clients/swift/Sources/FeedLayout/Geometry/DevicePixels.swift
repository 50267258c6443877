/// The pixel raster of a device: a separate pass that moves the edges of finished frames onto it.
///
/// Edges are rounded, never extents: a frame's left edge and its right edge go to their nearest
/// device pixel and the width is what is between them. So neighbours that share an edge go on
/// sharing it, no gap or overlap comes up that was not there, gaps are within one device pixel of
/// the exact ones, and a row ends where the edge of its viewport ends.
///
/// Two computations of the same edge may differ in their last bits. Half pixels, where this would
/// matter, are therefore found with a tolerance of ``tolerance`` device pixels and go right and
/// down.
public struct DevicePixels: Hashable, Sendable {
  /// The numbers of device pixels in a point: 1, 2 and 3 of the usual screens, and 4.
  public static let supportedScales = 1...4

  /// A place at most this far before the middle between two pixels counts as the middle, in device
  /// pixels: a thousand times the rounding error at a million points, and far too little to see.
  public static let tolerance = 1e-6

  private static let largestTolerance = 0x1p-10

  /// Device pixels in a point, along each axis; inside ``supportedScales``.
  public let scale: Int

  /// The raster of a device with `scale` × `scale` pixels in a square of one point.
  ///
  /// - Throws: ``LayoutError/outOfRange(_:value:allowed:)`` for another scale than 1 to 4.
  public init(scale: Int) throws(LayoutError) {
    let scales = Self.supportedScales
    try LayoutError.check(
      Double(scale), in: Double(scales.lowerBound)...Double(scales.upperBound), as: .scale)
    self.scale = scale
  }

  /// The number of the device pixel nearest to `edge`, counted from the origin: a whole number.
  ///
  /// - Parameter edge: A coordinate in points.
  public func pixel(at edge: Double) -> Double {
    let exact = edge * Double(scale)
    // Beyond 2⁵² every double is whole. Below, the tolerance grows with the rounding error, but
    // never so far that a whole number could go up.
    guard exact.magnitude < 0x1p52 else { return exact.saturated }
    let slack = min(max(Self.tolerance, 4 * exact.ulp), Self.largestTolerance)
    return (exact + slack + 0.5).rounded(.down)
  }

  /// The edge of the device pixel nearest to `edge`, in points.
  public func aligned(_ edge: Double) -> Double {
    let exact = edge * Double(scale)
    // A coordinate beyond 2⁵² pixels is already on the raster.
    return exact.magnitude < 0x1p52 ? pixel(at: edge) / Double(scale) : edge
  }

  /// `rect` with all four edges on the raster.
  public func aligned(_ rect: Rect) -> Rect {
    let horizontal = aligned(from: rect.x, extent: rect.width)
    let vertical = aligned(from: rect.y, extent: rect.height)
    return Rect(
      x: horizontal.edge, y: vertical.edge, width: horizontal.extent, height: vertical.extent)
  }

  /// `size` as that of a box that begins at the origin.
  public func aligned(_ size: Size) -> Size {
    Size(
      width: aligned(from: 0, extent: size.width).extent,
      height: aligned(from: 0, extent: size.height).extent)
  }

  /// `frame` with all four edges on the raster.
  public func aligned(_ frame: Frame) -> Frame {
    let rect = aligned(
      Rect(x: frame.x, y: frame.y, width: frame.width, height: frame.height))
    return Frame(
      id: frame.id, x: rect.x, y: rect.y, width: rect.width, height: rect.height,
      column: frame.column, columnSpan: frame.columnSpan)
  }

  /// `frames` with all their edges on the raster.
  ///
  /// - Complexity: O(n).
  public func aligned(_ frames: [Frame]) -> [Frame] {
    frames.map { aligned($0) }
  }

  private func aligned(from edge: Double, extent: Double) -> (edge: Double, extent: Double) {
    let start = aligned(edge)
    return (start, max(0, aligned((edge + extent).saturated) - start))
  }
}
