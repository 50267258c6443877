/// Equal columns across the viewport, with the same gap between them and at both edges.
struct ColumnGrid: Hashable {
  let cellWidth: Double
  /// Where each column begins, from left to right.
  let leftEdges: [Double]

  init(count: Int, spacing: Double, viewportWidth: Double) {
    let cellWidth = (viewportWidth - spacing * Double(count + 1)) / Double(count)
    self.cellWidth = cellWidth
    // Added up from the left as the formula is written: 8, then 8 + width + 8, …
    var edges = [spacing]
    while edges.count < count {
      edges.append(edges[edges.count - 1] + cellWidth + spacing)
    }
    leftEdges = edges
  }
}
