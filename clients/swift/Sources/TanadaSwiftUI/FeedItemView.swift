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
      // Corners cut off what is inside; without them slots may lie below the cell, as the dividers of news do.
      .clipShape(CornerClip(radius: section.cell?.cornerRadius ?? 8))
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

  /// What of a cell is drawn: the inside of its round corners, and everything if it has none.
  struct CornerClip: Shape {
    let radius: Double

    func path(in rect: CGRect) -> Path {
      guard radius > 0 else { return Path(rect.insetBy(dx: -clipMargin, dy: -clipMargin)) }
      return RoundedRectangle(cornerRadius: radius).path(in: rect)
    }
  }

  /// What of a row is drawn: everything between its sides, also shadows and dividers below its items.
  struct SideClip: Shape {
    func path(in rect: CGRect) -> Path { Path(rect.insetBy(dx: 0, dy: -clipMargin)) }
  }

  /// Further than anything is drawn outside of its box, in points.
  private let clipMargin = 1000.0

  extension Color {
    /// The colour of `shadow` with its opacity.
    init(_ shadow: CardShadow) {
      let color = shadow.color
      self.init(
        .sRGB, red: color.red, green: color.green, blue: color.blue, opacity: shadow.opacity)
    }

    init(_ color: FeedColor, _ scheme: ColorScheme) {
      let components = scheme == .dark ? color.dark : color.light
      self.init(
        .sRGB, red: components.red, green: components.green, blue: components.blue,
        opacity: components.alpha)
    }
  }
#endif
