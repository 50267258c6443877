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
    /// Whether a finger moves the row; false again when the system ends the gesture without saying where.
    @GestureState private var isDragging = false

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
      // A swipe opens no item.
      .disabled(start != nil)
      .accessibilityAdjustableAction { direction in
        switch direction {
        case .increment: step(1)
        case .decrement: step(-1)
        @unknown default: break
        }
      }
      .onChange(of: isDragging) { isDragging in
        if !isDragging, start != nil { settle(translation: 0, velocity: 0) }
      }
      #if !os(tvOS)
        .simultaneousGesture(drag)
      #endif
    }

    /// Goes to the next page, snap or card, or the one before; a row without any by half its width.
    private func step(_ count: Int) {
      let now = offset ?? motion.initialOffset
      let rest = motion.settle(from: now, translation: 0, velocity: 0)
      let half = section.contentBox.width / 2 * motion.offsetPerPoint.magnitude
      let next = rest.index.flatMap { motion.offset(ofIndex: $0 + count) }
      let wanted = next ?? now + Double(count) * (rest.index == nil ? half : 0)
      withAnimation(.easeOut) { offset = limited(wanted) }
    }

    private func limited(_ offset: Double) -> Double {
      motion.limits.map { min(max(offset, $0.lowerBound), $0.upperBound) } ?? offset
    }

    private func settle(translation: Double, velocity: Double) {
      let from = translation == 0 ? offset ?? motion.initialOffset : start ?? motion.initialOffset
      start = nil
      let rest = motion.settle(from: from, translation: translation, velocity: velocity)
      withAnimation(.easeOut) { offset = rest.target }
    }

    #if !os(tvOS)
      private var drag: some Gesture {
        DragGesture(minimumDistance: 10)
          .updating($isDragging) { _, isDragging, _ in isDragging = true }
          .onChanged { value in
            let from = start ?? offset ?? motion.initialOffset
            // A drag that goes up or down is the screen's.
            guard start != nil || abs(value.translation.width) > abs(value.translation.height)
            else { return }
            start = from
            offset = limited(from + Double(value.translation.width) * motion.offsetPerPoint)
          }
          .onEnded { value in
            guard start != nil else { return }
            // The system predicts a quarter of a second.
            let predicted = value.predictedEndTranslation.width - value.translation.width
            settle(translation: Double(value.translation.width), velocity: Double(predicted) * 4)
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
