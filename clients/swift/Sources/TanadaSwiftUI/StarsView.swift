// Not yet compiled with Apple's SDK: checked on Linux against stubs of the declarations that it uses.

#if canImport(SwiftUI)
  import FeedLayout
  import SwiftUI
  import TanadaClient

  /// A row of stars, each filled by a share.
  struct StarsView: View {
    let stars: SlotStars
    let fills: [Double]
    @Environment(\.colorScheme) private var scheme

    var body: some View {
      HStack(spacing: stars.spacing) {
        ForEach(fills.indices, id: \.self) { index in
          ZStack(alignment: .leading) {
            star.fill(Color(stars.color, scheme))
              .mask(alignment: .leading) {
                Rectangle().frame(width: stars.starSize * fills[index])
              }
            star.stroke(
              Color(stars.outline ?? stars.color, scheme), lineWidth: stars.outlineWidth)
          }
          .frame(width: stars.starSize, height: stars.starSize)
        }
      }
    }

    private var star: Star { Star(lineWidth: stars.outlineWidth) }
  }

  /// A star of five points, whose line lies inside of its box.
  private struct Star: Shape {
    /// The width of the line, in points.
    let lineWidth: Double

    func path(in rect: CGRect) -> Path {
      var path = Path()
      let corners = StarOutline.corners(size: Double(rect.width), lineWidth: lineWidth)
      for (index, corner) in corners.enumerated() {
        let point = CGPoint(x: rect.minX + corner.x, y: rect.minY + corner.y)
        if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
      }
      path.closeSubpath()
      return path
    }
  }
#endif
