// Not yet compiled with Apple's SDK: checked on Linux against stubs of the declarations that it uses.

#if canImport(SwiftUI)
  import FeedLayout
  import SwiftUI
  import TanadaClient

  /// What slots show: the texts and the picture of an item, or of a header.
  struct SlotContentSource {
    let text: (SlotRole) -> String
    let stars: [Double]
    let image: FeedImage?
    let base: URL?
  }

  /// Draws slots from back to front in a box of `size`.
  struct SlotsView: View {
    let slots: [FeedSlot]
    let size: Size
    let content: SlotContentSource

    var body: some View {
      ZStack(alignment: .topLeading) {
        ForEach(placed(after: nil)) { slot in
          SlotFlowView(slot: slot, size: size, content: content, followers: followers)
            .offset(x: slot.rect.x, y: slot.rect.y)
        }
      }
      .frame(width: size.width, height: size.height, alignment: .topLeading)
    }

    /// The slots that stand below the text of `role`, or below none.
    private func placed(after role: SlotRole?) -> [PlacedSlot] {
      slots.enumerated().compactMap { index, slot in
        guard slot.canBeDrawn, slot.after == role, let rect = slot.rect(in: size) else {
          return nil
        }
        return PlacedSlot(id: index, slot: slot, rect: rect)
      }
    }

    private func followers(_ role: SlotRole) -> [PlacedSlot] { placed(after: role) }
  }

  /// A slot with its box.
  struct PlacedSlot: Identifiable {
    let id: Int
    let slot: FeedSlot
    /// The box, in points; of a slot that follows a text, y is the distance from its end.
    let rect: Rect
  }

  /// A slot, and below it what follows its text, which may have fewer lines than there is room for.
  struct SlotFlowView: View {
    let slot: PlacedSlot
    let size: Size
    let content: SlotContentSource
    let followers: (SlotRole) -> [PlacedSlot]

    var body: some View {
      let after = followers(slot.slot.role)
      if case .text(let text) = slot.slot.content, !after.isEmpty {
        VStack(alignment: .leading, spacing: 0) {
          SlotTextView(value: value(text), text: text)
            .frame(width: slot.rect.width, alignment: text.frameAlignment)
            .frame(maxHeight: slot.rect.height)
            .fixedSize(horizontal: false, vertical: true)
          ZStack(alignment: .topLeading) {
            ForEach(after) { next in
              AnyView(
                SlotFlowView(slot: next, size: size, content: content, followers: followers)
              )
              .padding(.top, next.rect.y)
              .offset(x: next.rect.x - slot.rect.x)
            }
          }
        }
      } else {
        drawn.frame(
          width: slot.rect.width, height: slot.rect.height,
          alignment: slot.slot.isAnchoredAtBottom ? .bottomLeading : .topLeading)
      }
    }

    private func value(_ text: SlotText) -> String {
      let value = slot.slot.role == .fixed ? text.text ?? "" : content.text(slot.slot.role)
      return value.isEmpty ? "" : text.prefix + value
    }

    @ViewBuilder private var drawn: some View {
      switch slot.slot.content {
      case .image(let image):
        if let picture = content.image, let base = content.base {
          PictureView(image: picture, mode: image.mode, size: slot.rect.size, base: base)
            .clipShape(RoundedRectangle(cornerRadius: image.cornerRadius))
            .overlay {
              if let border = image.border {
                BorderView(border: border, radius: image.cornerRadius)
              }
            }
        }
      case .shade(let color, let radius):
        FeedColorView(color: color).clipShape(RoundedRectangle(cornerRadius: radius))
      case .line(let color): FeedColorView(color: color)
      case .stars(let stars): StarsView(stars: stars, fills: content.stars)
      case .text(let text):
        SlotTextView(value: value(text), text: text)
          .frame(width: slot.rect.width, alignment: text.frameAlignment)
      case .badge(let text, let badge):
        let value = value(text)
        if !value.isEmpty {
          SlotTextView(value: value, text: text)
            .padding(
              EdgeInsets(
                top: badge.top, leading: badge.left, bottom: badge.bottom, trailing: badge.right)
            )
            .background(badge.background.map { FeedColorView(color: $0) })
            .clipShape(RoundedRectangle(cornerRadius: badge.cornerRadius))
            .frame(width: slot.rect.width, alignment: text.frameAlignment)
        }
      case .other: EmptyView()
      }
    }
  }
#endif
