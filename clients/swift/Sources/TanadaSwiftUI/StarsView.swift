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
            Star().fill(Color(stars.color, scheme))
              .mask(alignment: .leading) {
                Rectangle().frame(width: stars.starSize * fills[index])
              }
            Star().stroke(Color(stars.outline ?? stars.color, scheme), lineWidth: 1)
          }
          .frame(width: stars.starSize, height: stars.starSize)
        }
      }
    }
  }

  /// A star of five points.
  private struct Star: Shape {
    func path(in rect: CGRect) -> Path {
      var path = Path()
      for (index, corner) in StarShape.corners.enumerated() {
        let point = CGPoint(
          x: rect.minX + corner.x * rect.width, y: rect.minY + corner.y * rect.height)
        if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
      }
      path.closeSubpath()
      return path
    }
  }
#endif
