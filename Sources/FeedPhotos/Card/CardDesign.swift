/// The lengths and colours of a style of cards. Lengths are points of a card 390 wide, and grow in proportion to its width.
struct CardDesign {
  /// How a line of text is drawn.
  struct Letters {
    /// The size of the em.
    let fontSize: Double
    /// `#rrggbb`.
    let color: String
  }

  /// Around the photo and the texts.
  let margin = 16.0
  /// From the photo to the first line.
  let photoGap: Double
  /// From one line to the next, beyond the height of the line.
  let gap: Double
  /// From one part of a line to the next.
  let partGap: Double
  /// From one baseline to the next, in em.
  let lineHeight: Double
  /// The part at the top of a measured line that is above the line, in em: no letter of Latin or Japanese has ink there.
  let rise: Double
  /// Whether lines are whole pixels high.
  let hasWholeLines: Bool
  /// The lowest proportion of width to height that a photo fills the width with: a card of a screenshot
  /// can still be seen as a whole.
  let lowestAspect: Double
  fileprivate let letters: [CardText.Line: Letters]

  subscript(line: CardText.Line) -> Letters {
    letters[line] ?? Letters(fontSize: 14, color: "#000000")
  }
}

extension CardOptions.Style {
  var design: CardDesign {
    switch self {
    case .standard:
      CardDesign(
        photoGap: 13, gap: 4, partGap: 0, lineHeight: 1.25, rise: 0.22, hasWholeLines: false,
        lowestAspect: 9.0 / 16,
        letters: [
          .camera: .init(fontSize: 20, color: "#1c1c1e"),
          .lens: .init(fontSize: 15, color: "#3a3a3c"),
          .exposure: .init(fontSize: 14, color: "#6c6c70"),
        ])
    case .article:
      // A vertical stack with 4 points between its views; the photo has a padding of 16 below it. Texts are bold, in the size
      // of body text and black, the lens in the grey of the system; horizontal stacks have the 8 points of SwiftUI. Lines are
      // as high as those of San Francisco.
      CardDesign(
        photoGap: 16 + 4, gap: 4, partGap: 8, lineHeight: 1.193359375, rise: 1.16 - 0.9521484375,
        hasWholeLines: true, lowestAspect: 9.0 / 21,
        letters: [
          .camera: .init(fontSize: 17, color: "#000000"),
          .lens: .init(fontSize: 17, color: "#8e8e93"),
          .exposure: .init(fontSize: 17, color: "#000000"),
        ])
    }
  }
}
