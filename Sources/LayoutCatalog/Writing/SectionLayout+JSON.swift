package import FeedLayout
package import StrictJSON

extension SectionLayout {
  /// Writes the layout in the published shape: what all layouts have, what this one adds, the
  /// frames, or only those in `range`, and then what `more` writes.
  package func write(
    to writer: inout JSONWriter, presentation: LayoutPresentation = LayoutPresentation(),
    range: Range<Int>? = nil, more: (inout JSONWriter) -> Void = { _ in }
  ) {
    writer.object { object in
      object.member("type", type.rawValue)
      object.object("viewport") { viewport.write(to: &$0) }
      object.member("content_size", contentSize)
      switch self {
      case .shelf(let layout): layout.writeDetails(to: &object)
      case .snapCarousel(let layout): layout.writeDetails(to: &object)
      case .circularCarousel(let layout): layout.writeDetails(to: &object)
      case .uniformGrid(let layout): layout.writeDetails(to: &object)
      case .staggeredGrid(let layout): layout.writeDetails(to: &object)
      case .cardStack(let layout): layout.writeDetails(to: &object)
      case .carousel(let layout): layout.writeDetails(to: &object)
      case .justifiedRows(let layout): layout.writeDetails(to: &object)
      }
      object.array("frames", frames[range ?? frames.indices]) { $1.write(to: &$0) }
      presentation.write(self, range: range, to: &object)
      more(&object)
    }
  }
}
