// Not yet compiled with Apple's SDK: checked on Linux against stubs of the declarations that it uses.

#if canImport(SwiftUI)
  import SwiftUI
  import TanadaClient

  /// A text of a slot.
  struct SlotTextView: View {
    let value: String
    let text: SlotText
    @Environment(\.colorScheme) private var scheme

    var body: some View {
      Text(value)
        .font(font)
        .foregroundColor(Color(text.color, scheme))
        .lineLimit(text.lines)
        .lineSpacing(max(0, text.linePitch - text.lineHeight))
        .multilineTextAlignment(alignment)
    }

    /// Documents are made for the text size of the reader: the font does not grow once more.
    private var font: Font {
      let weight: Font.Weight =
        switch text.fontWeight {
        case ..<450: .regular
        case ..<550: .medium
        case ..<650: .semibold
        default: .bold
        }
      guard let family = text.families.first else {
        return .system(size: text.fontSize, weight: weight)
      }
      return .custom(family, fixedSize: text.fontSize).weight(weight)
    }

    private var alignment: TextAlignment {
      switch text.alignment {
      case .left: .leading
      case .center: .center
      case .right: .trailing
      }
    }
  }

  extension SlotText {
    /// The side of its slot that the text stands at. Documents are mirrored already: leading is left.
    var frameAlignment: SwiftUI.Alignment {
      switch alignment {
      case .left: .leading
      case .center: .center
      case .right: .trailing
      }
    }
  }
#endif
