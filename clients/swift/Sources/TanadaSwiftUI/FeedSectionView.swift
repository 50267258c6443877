// Not yet compiled with Apple's SDK: checked on Linux against stubs of the declarations that it uses.

#if canImport(SwiftUI)
  import FeedLayout
  import SwiftUI
  import TanadaClient

  /// A header, and the items of a section at their frames.
  struct FeedSectionView<Item: View>: View {
    let section: FeedScreen.Section
    let actions: FeedActions
    let item: (FeedSection, FeedSection.Entry) -> Item

    var body: some View {
      VStack(alignment: .leading, spacing: 0) {
        if let header = section.section.header {
          FeedHeaderView(section: section.section, header: header)
            .onTapGesture {
              if let action = header.action { actions.open?(section.section, action) }
            }
        }
        if let motion = section.motion {
          FeedRowView(section: section, motion: motion, actions: actions, item: item)
        } else {
          ZStack(alignment: .topLeading) {
            ForEach(section.entries) { entry in
              FeedButton(entry: entry, section: section.section, item: item) {
                actions.select?(section.section, entry.item)
              }
              .offset(x: entry.frame.x, y: entry.frame.y)
            }
          }
          .frame(
            width: section.contentBox.width, height: section.contentBox.height,
            alignment: .topLeading)
        }
      }
    }
  }

  /// An item in the size of its frame, which can be tapped.
  struct FeedButton<Item: View>: View {
    let entry: FeedSection.Entry
    let section: FeedSection
    let item: (FeedSection, FeedSection.Entry) -> Item
    let tap: @MainActor () -> Void

    var body: some View {
      Button {
        tap()
      } label: {
        item(section, entry)
          .frame(width: entry.frame.width, height: entry.frame.height)
      }
      .buttonStyle(.plain)
      .accessibilityLabel(
        Text(entry.item.accessibilityLabel ?? entry.item.text(.headline, section.roles)))
    }
  }
#endif
