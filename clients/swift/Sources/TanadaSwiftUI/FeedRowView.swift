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
    /// Whether a finger has gone far enough for it to be no tap.
    @State private var isSwipe = false
    /// Whether a finger moves the row; false again when the system ends the gesture without saying where.
    @GestureState private var isDragging = false

    var body: some View {
      let poses = motion.poses(at: now)
      ZStack(alignment: .topLeading) {
        ForEach(section.entries.indices.compactMap { Posed($0, section.entries, poses) }) { posed in
          FeedButton(entry: posed.entry, section: section.section, item: item) { tap(posed) }
            .frame(width: posed.pose.box.width, height: posed.pose.box.height)
            .cast(posed.pose.shadow)
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
      .clipShape(SideClip())
      // A swipe opens no item.
      .disabled(isSwipe)
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

    /// Selects an item; a card behind the front one comes forward.
    private func tap(_ posed: Posed) {
      if let target = motion.target(bringingForward: posed.place, from: now) {
        withAnimation(animation) { offset = target }
      } else {
        actions.select?(section.section, posed.entry.item)
      }
    }

    /// Goes to the next page, snap or card, or the one before; a row that scrolls freely by half its width.
    private func step(_ count: Int) {
      let half = section.contentBox.width / 2 * motion.offsetPerPoint.magnitude
      let isFree = motion.settle(from: now, translation: 0, velocity: 0).index == nil
      let wanted =
        motion.target(stepping: count, from: now) ?? now + Double(count) * (isFree ? half : 0)
      withAnimation(animation) { offset = limited(wanted) }
    }

    private var now: Double { offset ?? motion.initialOffset }

    /// The motion to a place of rest: that of the document, where it says one.
    private var animation: Animation {
      guard let settling = motion.settling else { return .easeOut }
      return settling.curve == .linear
        ? .linear(duration: settling.duration) : .easeOut(duration: settling.duration)
    }

    private func limited(_ offset: Double) -> Double {
      motion.limits.map { min(max(offset, $0.lowerBound), $0.upperBound) } ?? offset
    }

    private func settle(translation: Double, velocity: Double) {
      let from = translation == 0 ? now : start ?? motion.initialOffset
      // What a finger does on its way to a tap is no flick.
      let rest = motion.settle(
        from: from, translation: translation, velocity: isSwipe ? velocity : 0)
      start = nil
      isSwipe = false
      withAnimation(animation) { offset = rest.target }
    }

    /// How far a finger moves in a tap at most, in points: that of the system's gestures.
    private static var swipe: Double { 10 }

    #if !os(tvOS)
      private var drag: some Gesture {
        DragGesture(minimumDistance: motion.dragMinimum ?? Self.swipe)
          .updating($isDragging) { _, isDragging, _ in isDragging = true }
          .onChanged { value in
            let from = start ?? now
            // A drag that goes up or down is the screen's.
            guard start != nil || abs(value.translation.width) > abs(value.translation.height)
            else { return }
            start = from
            if abs(value.translation.width) >= Self.swipe { isSwipe = true }
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

  extension View {
    /// Draws the shadow of a card as a whole; nil for none.
    @ViewBuilder fileprivate func cast(_ shadow: CardShadow?) -> some View {
      if let shadow {
        compositingGroup().shadow(
          color: Color(shadow), radius: shadow.radius, x: shadow.offset.width,
          y: shadow.offset.height)
      } else {
        self
      }
    }
  }

  /// An item that is seen, and how.
  private struct Posed: Identifiable {
    let entry: FeedSection.Entry
    let pose: ItemPose
    /// The position of the item among those of the section.
    let place: Int

    init?(_ place: Int, _ entries: [FeedSection.Entry], _ poses: [ItemPose?]) {
      guard let pose = poses[place] else { return nil }
      entry = entries[place]
      self.pose = pose
      self.place = place
    }

    var id: Int { entry.id }
  }
#endif
