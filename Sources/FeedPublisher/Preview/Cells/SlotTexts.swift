import FeedLayout
import FeedModel
import StrictJSON

/// The texts that slots show, by their roles, each of them safe to draw.
struct SlotTexts {
  private let find: (CellRole) -> String?

  /// The texts of `item`.
  init(_ item: FeedItem) {
    find = { role in
      switch role {
      case .headline: item.content.headline
      case .summary: item.content.summary
      case .date: item.dateLabel
      case .label: item.content.label
      case .author: item.content.author
      case .place: item.content.place
      case .rating: item.content.starRating.map(Self.oneDecimal)
      case .image, .shade, .line, .stars, .fixed, .title, .subtitle, .action: nil
      }
    }
  }

  /// The texts in the header of `section`.
  init(headerOf section: Screen.Section) {
    find = { role in
      switch role {
      case .title: section.title
      case .subtitle: section.subtitle
      case .action: section.actionTitle
      default: nil
      }
    }
  }

  /// Returns the text that `text` shows, with its prefix; `nil` if there is nothing to show.
  func text(of text: CellText) -> String? {
    guard let shown = text.text ?? find(text.role), !shown.isEmpty else { return nil }
    return ((text.prefix ?? "") + shown).plainLine
  }

  private static func oneDecimal(_ number: Double) -> String {
    let tenths = (number * 10).rounded()
    let text = NumberText.shortest(tenths / 10)
    return text.contains(".") ? text : text + ".0"
  }
}
