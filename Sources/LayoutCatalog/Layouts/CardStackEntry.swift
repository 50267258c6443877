package import FeedLayout
import StrictJSON

/// The catalogue's entry of ``CardStackLayout``.
package enum CardStackEntry: LayoutEntry {
  package static let type = LayoutType.cardStack
  package static let abstract = "A pile of cards that are swiped away one by one."
  package static let items = LayoutItemFields.plain

  package static func section(_ options: CardStackLayout.Options) -> SectionOptions {
    .cardStack(options)
  }
}

extension CardStackLayout {
  func writeDetails(to object: inout JSONWriter) {
    object.member("card_size", cardSize)
    object.member("page_size", pageSize)
    object.member("effect", options.effect.name)
    object.array("states", states) { writer, state in
      writer.object {
        $0.member("progress", state.progress)
        state.transform.writeMembers(to: &$0)
      }
    }
    keyframes?.write(as: "keyframes", position: "progress", to: &object)
  }
}
