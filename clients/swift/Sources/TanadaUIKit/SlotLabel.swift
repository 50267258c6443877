// Not yet compiled with Apple's SDK: checked on Linux against stubs of the declarations that it uses.

#if canImport(UIKit) && !os(watchOS)
  import TanadaClient
  import UIKit

  /// A text of a slot.
  final class SlotLabel: UILabel {
    convenience init(_ value: String, _ text: SlotText) {
      self.init(frame: .zero)
      let style = NSMutableParagraphStyle()
      // The line itself is no higher than the font needs, so that the last one fits; the rest stands between lines.
      style.minimumLineHeight = text.lineHeight
      style.maximumLineHeight = text.lineHeight
      style.lineSpacing = max(0, text.linePitch - text.lineHeight)
      style.lineBreakMode = .byTruncatingTail
      style.alignment =
        switch text.alignment {
        case .left: .left
        case .center: .center
        case .right: .right
        }
      attributedText = NSAttributedString(
        string: value,
        attributes: [
          .font: text.uiFont, .foregroundColor: UIColor(text.color), .paragraphStyle: style,
        ])
      numberOfLines = text.lines
      adjustsFontForContentSizeCategory = false
    }
  }

  extension SlotText {
    /// The first family that the system has, in the weight of the text.
    fileprivate var uiFont: UIFont {
      for family in families {
        let descriptor = UIFontDescriptor(fontAttributes: [
          .family: family, .traits: [UIFontDescriptor.TraitKey.weight: weight],
        ])
        let font = UIFont(descriptor: descriptor, size: fontSize)
        if font.familyName == family { return font }
      }
      return .systemFont(ofSize: fontSize, weight: weight)
    }

    private var weight: UIFont.Weight {
      switch fontWeight {
      case ..<450: .regular
      case ..<550: .medium
      case ..<650: .semibold
      default: .bold
      }
    }
  }
#endif
