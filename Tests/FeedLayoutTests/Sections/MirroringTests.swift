import FeedLayout
import FeedModel
import TestSupport
import Testing

struct MirroringTests {
  private func design(_ options: any SectionOptions, _ viewport: Viewport) -> SectionDesign {
    SectionDesign(
      options, cell: nil, theme: StandardCells.theme, roles: [],
      for: ScreenTraits(viewport, direction: .rightToLeft))
  }

  @Test(
    "A frame is as far from the right edge as it was from the left",
    arguments: SectionLayouts.all, SeededGenerator.seeds.prefix(8))
  func frames(type: any SectionLayout.Type, seed: UInt64) throws {
    let generated = try GeneratedItems(seed: seed)
    let width = generated.viewport.width
    let plain = try type.standardOptions.layout(of: generated.items, in: generated.viewport)
    let mirrored = try design(type.standardOptions, generated.viewport).layout(of: generated.items)
    #expect(mirrored.contentSize == plain.contentSize)
    for (frame, twin) in zip(plain.frames, mirrored.frames) {
      #expect(frame.id == twin.id && frame.width == twin.width && frame.height == twin.height)
      #expect(frame.y == twin.y && frame.column == twin.column)
      let slack = 1e-9 * max(1, abs(frame.x))
      #expect(abs(width - frame.maxX - twin.x) <= slack, "\(frame) \(twin)")
    }
  }

  @Test("Pages and their rows stay together, and rest where they did")
  func pages() throws {
    let items = (1...8).map { LayoutItem(id: $0) }
    let viewport = try Viewport(width: 390)
    let plain = try SnapCarouselLayout(items: items, viewport: viewport)
    let mirrored = try #require(
      try design(SnapCarouselLayout.Options(), viewport).layout(of: items) as? SnapCarouselLayout)
    #expect(mirrored.pages.map(\.snapOffset) == plain.pages.map(\.snapOffset))
    for page in mirrored.pages {
      for frame in mirrored.frames where page.itemIDs.contains(frame.id) {
        #expect(frame.x == page.x)
      }
    }
    #expect(mirrored.pages[1].x == 390 - plain.pages[1].x - plain.pages[1].width)
  }

  @Test("A ring turns the other way, in its states and in its keyframes")
  func ring() throws {
    let items = (1...6).map { LayoutItem(id: $0) }
    let viewport = try Viewport(width: 390)
    var options = CircularCarouselLayout.Options()
    options.keyframeTolerance = 1
    let plain = try CircularCarouselLayout(items: items, viewport: viewport, options: options)
    let mirrored = try #require(
      try design(options, viewport).layout(of: items) as? CircularCarouselLayout)
    for (state, twin) in zip(plain.states, mirrored.states) {
      #expect(state.offset == twin.offset)
      for (item, other) in zip(state.items, twin.items) {
        #expect(item.x == -other.x && item.scale == other.scale && item.zIndex == other.zIndex)
      }
    }
    let place = try #require(plain.keyframes?.channels.firstIndex { $0.name == "x" })
    for progress in [-2.5, -1, 0.25, 1, 3] {
      var values = try #require(plain.keyframes).values(at: progress)
      values[place].negate()
      #expect(values == mirrored.keyframes?.values(at: progress))
    }
  }

  /// The keyframes of a mirrored pile say what its mirrored states say.
  @Test(
    "The keyframes of a pile are mirrored as its states are",
    arguments: ["stack.vortex", "scale.cover_flow", "scale.default", "snapshot.puzzle"])
  func pile(name: String) throws {
    let effect = try #require(PagingEffect(name: name))
    var options = CardStackLayout.Options()
    options.effect = effect
    options.keyframeTolerance = 2
    if case .scale(let transform) = options.motion {
      // No preset has a shadow that lies to one side.
      var scale = transform.options
      scale.shadowOffsetMax.width = 9
      options.transform = .scale(try ScaleTransform(scale))
    }
    let viewport = try Viewport(width: 390)
    let plain = try CardStackLayout(
      items: [LayoutItem(id: 1)], viewport: viewport, options: options)
    let mirrored = plain.mirrored
    // The corners of a card in space are measured from its centre.
    for (state, twin) in zip(plain.states, mirrored.states) {
      guard case .scale(let sample) = state.transform, case .scale(let other) = twin.transform
      else { continue }
      #expect(sample.quad.map { -$0.topLeft.x } == other.quad?.topRight.x)
      #expect(sample.quad?.bottomRight.y == other.quad?.bottomLeft.y)
    }
    // Twice mirrored is as it was, but for rounding.
    let twice = mirrored.mirrored
    let keyframes = try #require(plain.keyframes)
    for (frame, other) in zip(keyframes.frames, try #require(twice.keyframes).frames) {
      for (value, twin) in zip(frame.values, other.values) {
        #expect(abs(value - twin) <= 1e-9 * max(1, abs(value)))
      }
    }
    // At rest and halfway, the channels are those of the states.
    for state in mirrored.states where state.progress.rounded() == state.progress {
      let values = try #require(mirrored.keyframes).values(at: state.progress)
      let names = keyframes.channels.map(\.name)
      for (name, value) in sample(state.transform) {
        guard let index = names.firstIndex(of: name) else { continue }
        #expect(abs(values[index] - value) < 1e-6, "\(name) at \(state.progress)")
      }
    }
  }

  /// The channels of a sample that mirroring changes.
  private func sample(_ sample: PagingEffect.Sample) -> [(String, Double)] {
    switch sample {
    case .stack(let stack): return [("tx", stack.tx), ("rotation", stack.rotation)]
    case .scale(let scale):
      let shadow = scale.shadow.map { [("shadow.offset.width", $0.offset.width)] } ?? []
      guard !scale.isHidden, let quad = scale.quad else { return [("tx", scale.tx)] + shadow }
      return shadow + [
        ("tx", scale.tx), ("quad.top_left.x", quad.topLeft.x),
        ("quad.bottom_right.x", quad.bottomRight.x), ("quad.top_right.y", quad.topRight.y),
      ]
    case .snapshot(let snapshot):
      return [("container.tx", snapshot.container.tx)]
        + snapshot.pieces.enumerated().map { ("pieces.\($0).tx", $1.tx) }
    }
  }
}
