// Not yet compiled with Apple's SDK: checked on Linux against stubs of the declarations that it uses.

#if canImport(SwiftUI)
  import FeedLayout
  public import SwiftUI
  public import TanadaClient

  /// Draws an item as the slots of its section say.
  public struct FeedItemView: View {
    private let entry: FeedSection.Entry
    private let section: FeedSection
    private let base: URL

    /// - Parameter base: the address of the server, which the addresses of documents are relative to.
    public init(_ entry: FeedSection.Entry, of section: FeedSection, base: URL) {
      self.entry = entry
      self.section = section
      self.base = base
    }

    public var body: some View {
      let size = entry.frame.rect.size
      SlotsView(
        slots: section.cell?.slots ?? [], size: size,
        content: SlotContentSource(
          text: { entry.item.text($0, section.roles) }, stars: entry.item.stars,
          image: entry.item.image, base: base)
      )
      .background(section.cell?.background.map { FeedColorView(color: $0) })
      .overlay {
        // A section without a cell shows its pictures.
        if section.cell == nil, let image = entry.item.image {
          PictureView(image: image, mode: .fill, size: size, base: base)
        }
      }
      .clipShape(RoundedRectangle(cornerRadius: section.cell?.cornerRadius ?? 8))
      .overlay {
        if let border = section.cell?.border {
          BorderView(border: border, radius: section.cell?.cornerRadius ?? 0)
        }
      }
    }
  }

  /// The header above the layout of a section.
  struct FeedHeaderView: View {
    let section: FeedSection
    let header: FeedHeader

    var body: some View {
      SlotsView(
        slots: header.slots, size: Size(width: section.frame.width, height: header.height),
        content: SlotContentSource(
          text: { role in
            switch role {
            case .title: section.title
            case .subtitle: header.subtitle ?? ""
            case .action: header.action?.title ?? ""
            default: ""
            }
          }, stars: [], image: nil, base: nil)
      )
      .accessibilityElement(children: .combine)
      .accessibilityAddTraits(.isHeader)
    }
  }

  /// A colour of a document, which follows light and dark surroundings.
  struct FeedColorView: View {
    let color: FeedColor
    @Environment(\.colorScheme) private var scheme

    var body: some View { Color(color, scheme) }
  }

  /// A line around a box, half of which lies outside.
  struct BorderView: View {
    let border: FeedBorder
    let radius: Double
    @Environment(\.colorScheme) private var scheme

    var body: some View {
      RoundedRectangle(cornerRadius: border.cornerRadius ?? radius)
        .stroke(Color(border.color, scheme), lineWidth: border.width)
    }
  }

  extension Color {
    init(_ color: FeedColor, _ scheme: ColorScheme) {
      let components = scheme == .dark ? color.dark : color.light
      self.init(
        .sRGB, red: components.red, green: components.green, blue: components.blue,
        opacity: components.alpha)
    }
  }
#endif
