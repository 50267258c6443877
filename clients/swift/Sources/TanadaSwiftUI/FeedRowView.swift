// Not yet compiled with Apple's SDK: checked on Linux against stubs of the declarations that it uses.

#if canImport(SwiftUI)
  import FeedLayout
  import SwiftUI
  import TanadaClient

  /// The items of a section that moves sideways: drawn as the document says at every offset, and at rest where it says.
  struct FeedRowView<Item: View>: View {
    let section: FeedScreen.Section
    let motion: any SectionMotion
    let actions: FeedActions
    let item: (FeedSection, FeedSection.Entry) -> Item

    /// The offset of the motion; nil before it has moved.
    @State private var offset: Double?
    /// The offset when the drag began.
    @State private var start: Double?

    var body: some View {
      let poses = motion.poses(at: offset ?? motion.initialOffset)
      ZStack(alignment: .topLeading) {
        ForEach(zip(section.entries, poses).compactMap { Posed($0, $1) }) { posed in
          FeedButton(entry: posed.entry, section: section.section, actions: actions, item: item)
            .frame(width: posed.pose.box.width, height: posed.pose.box.height)
            .scaleEffect(posed.pose.scale)
            .rotationEffect(.radians(posed.pose.rotation))
            .opacity(posed.pose.opacity)
            .offset(
              x: posed.pose.box.x + posed.pose.translation.x,
              y: posed.pose.box.y + posed.pose.translation.y
            )
            .zIndex(posed.pose.zIndex)
        }
      }
      .frame(
        width: section.contentBox.width, height: section.contentBox.height, alignment: .topLeading
      )
      .clipped()
      #if !os(tvOS)
        .simultaneousGesture(drag)
      #endif
    }

    #if !os(tvOS)
      private var drag: some Gesture {
        DragGesture(minimumDistance: 10)
          .onChanged { value in
            let from = start ?? offset ?? motion.initialOffset
            // A drag that goes up or down is the screen's.
            guard start != nil || abs(value.translation.width) > abs(value.translation.height)
            else { return }
            start = from
            let wanted = from + Double(value.translation.width) * motion.offsetPerPoint
            offset = motion.limits.map { min(max(wanted, $0.lowerBound), $0.upperBound) } ?? wanted
          }
          .onEnded { value in
            guard let from = start else { return }
            start = nil
            // The system predicts a quarter of a second.
            let predicted = value.predictedEndTranslation.width - value.translation.width
            let rest = motion.settle(
              from: from, translation: Double(value.translation.width),
              velocity: Double(predicted) * 4)
            withAnimation(.easeOut) { offset = rest.target }
          }
      }
    #endif
  }

  /// An item that is seen, and how.
  private struct Posed: Identifiable {
    let entry: FeedSection.Entry
    let pose: ItemPose

    init?(_ entry: FeedSection.Entry, _ pose: ItemPose?) {
      guard let pose else { return nil }
      self.entry = entry
      self.pose = pose
    }

    var id: Int { entry.id }
  }
#endif
