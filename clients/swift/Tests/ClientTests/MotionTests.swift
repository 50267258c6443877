import FeedLayout
import Foundation
import TanadaClient
import Testing

@Suite("Motion")
struct MotionTests {
  /// A document of one section, laid out as the server does.
  private func document(
    _ layout: JSONValue, _ frames: [Frame], direction: LayoutDirection = .leftToRight
  ) throws -> FeedDocument {
    var members = try #require(layout.object)
    members["frames"] = .array(
      frames.map { frame in
        [
          "id": JSONValue(frame.id), "x": .number(frame.x), "y": .number(frame.y),
          "width": .number(frame.width), "height": .number(frame.height),
        ]
      })
    return try FeedDocument([
      "viewport": ["width": 390], "direction": .string(direction.rawValue),
      "sections": [
        [
          "id": "a", "frame": ["x": 0, "y": 0, "width": 390, "height": 300],
          "layout": .object(members),
          "items": .array(frames.map { ["id": JSONValue($0.id)] }),
        ]
      ],
    ])
  }

  private func motion(
    _ layout: JSONValue, _ frames: [Frame], direction: LayoutDirection = .leftToRight
  ) throws -> any SectionMotion {
    let document = try document(layout, frames, direction: direction)
    return try #require(document.motion(of: document.sections[0]))
  }

  private static let items = (1...9).map { LayoutItem(id: $0) }

  private func snapCarousel(direction: LayoutDirection) throws -> any SectionMotion {
    let layout = try SnapCarouselLayout(items: Self.items, viewport: Viewport(width: 390))
    let pages = layout.pages.map { page -> JSONValue in
      ["x": .number(page.x), "width": .number(page.width), "snap_offset": .number(page.snapOffset)]
    }
    let frames =
      direction == .leftToRight
      ? layout.frames
      : layout.frames.map { frame in
        Frame(
          id: frame.id, x: 390 - frame.maxX, y: frame.y, width: frame.width, height: frame.height)
      }
    return try motion(
      [
        "type": "snap_carousel", "page_width": 374, "page_spacing": 16,
        "initial_offset": .number(layout.initialOffset), "flick_velocity": 400,
        "settle": ["duration": 0.12, "curve": "linear"], "drag": ["minimum": 0],
        "pages": .array(pages),
      ], frames, direction: direction)
  }

  @Test(
    "each page of a snap carousel is in the middle at its place of rest, in both directions",
    arguments: [LayoutDirection.leftToRight, .rightToLeft])
  func settlesPages(_ direction: LayoutDirection) throws {
    let motion = try snapCarousel(direction: direction)
    let mapping = ScrollMapping(motion, viewWidth: 390)
    #expect(mapping.contentWidth == 3 * 390)
    let side = direction == .leftToRight ? -1.0 : 1
    var scroll = mapping.scroll(atOffset: motion.initialOffset)
    #expect(scroll == (direction == .leftToRight ? 0 : 780))
    for page in 1...2 {
      // A flick by a few points goes on to the next page in the reading direction.
      let next = mapping.rest(
        of: motion, from: scroll, scroll: scroll - side * 5, velocity: -side * 900)
      #expect(next.rest.index == page)
      scroll = next.scroll
      let poses = motion.poses(at: mapping.offset(atScroll: scroll))
      #expect(poses[page * 3]?.box.x == 8 && poses[page * 3]?.box.width == 374)
    }
    #expect((0...780).contains(scroll))
  }

  @Test("a scroll view and a motion say the same place", arguments: [0.0, 17, 390, 501.5])
  func mapsScroll(_ scroll: Double) throws {
    for direction in LayoutDirection.allCases {
      let motion = try snapCarousel(direction: direction)
      let mapping = ScrollMapping(motion, viewWidth: 390)
      #expect(mapping.scroll(atOffset: mapping.offset(atScroll: scroll)) == scroll)
      // A point to the right in the view moves every item a point to the left.
      let before = motion.poses(at: mapping.offset(atScroll: scroll))[0]
      let after = motion.poses(at: mapping.offset(atScroll: scroll + 1))[0]
      #expect(after?.box.x == before.map { $0.box.x - 1 })
    }
  }

  @Test("a shelf slows down by itself, up to its ends")
  func settlesShelf() throws {
    let frames = try ShelfLayout(items: Self.items, viewport: Viewport(width: 390)).frames
    let motion = try motion(
      [
        "type": "shelf", "media_size": ["width": 200, "height": 267], "max_scroll_offset": 1490,
      ], frames)
    let flick = motion.settle(from: 100, translation: -50, velocity: -1000)
    let end = try Deceleration.normal.discreteProjection(from: 150, velocity: 1000)
    #expect(flick.offset == end && flick.index == nil)
    #expect(motion.settle(from: 100, translation: 50, velocity: 9000).offset == 0)
    #expect(motion.settle(from: 100, translation: 0, velocity: -90_000).offset == 1490)
    #expect(motion.poses(at: 100)[0]?.box.x == -92)
  }

  private func ring(_ more: [String: JSONValue] = [:]) throws -> any SectionMotion {
    let ring = try CircularCarouselLayout(items: Self.items, viewport: Viewport(width: 390))
    let members: [String: JSONValue] = [
      "type": "circular_carousel", "card_size": ["width": 358, "height": 149], "radius": 200,
      "points_per_step": 250, "flick_velocity": 400,
    ]
    return try motion(.object(members.merging(more) { $1 }), ring.frames)
  }

  @Test("a document says when a drag begins, and how what was let go moves to its place")
  func saysMotion() throws {
    let news = try snapCarousel(direction: .leftToRight)
    #expect(news.dragMinimum == 0)
    let settling = try #require(news.settling)
    #expect(settling == SettleAnimation(duration: 0.12, curve: .linear))
    #expect([0, 0.03, 0.12, 9].map(settling.share) == [0, 0.25, 1, 1])
    #expect(SettleAnimation(duration: 0, curve: .linear).share(at: 0) == 1)
    let banners = try ring([
      "settle": ["duration": 0.16, "curve": "linear"], "drag": ["minimum": 20],
    ])
    #expect(banners.dragMinimum == 20 && banners.settling?.duration == 0.16)
    // An older server says neither, and a later one may say a curve that this client does not know.
    let other = try ring(["settle": ["duration": 1, "curve": "bounce"]])
    #expect(other.dragMinimum == nil && other.settling == nil)
  }

  @Test("a card behind the front one comes forward by the short way; any other tap is the item's")
  func bringsForward() throws {
    let banners = try ring()
    // The last card is one step before the first one.
    #expect(banners.target(bringingForward: 8, from: 1) == 0)
    #expect(banners.target(bringingForward: 1, from: 1) == 2)
    #expect(banners.target(bringingForward: 2, from: 19) == 21)
    #expect(banners.target(bringingForward: 0, from: 19) == nil)
    #expect(banners.target(stepping: 1, from: 9) == 10)
    #expect(banners.target(stepping: -1, from: 1) == 0)
    let scenes = try pile()
    #expect(scenes.target(bringingForward: 2, from: 0) == 2)
    #expect(scenes.target(bringingForward: 0, from: 0) == nil)
    #expect(scenes.target(stepping: -1, from: 0) == nil)
    let news = try snapCarousel(direction: .leftToRight)
    #expect(news.target(bringingForward: 4, from: news.initialOffset) == nil)
    #expect(news.target(stepping: 1, from: news.initialOffset) == news.initialOffset - 390)
  }

  @Test("the cards of a pile have the shadow of the layout, or the one of their place")
  func castsShadows() throws {
    let shadow: JSONValue = [
      "offset": ["width": 0, "height": 3], "radius": 10, "opacity": 0.1, "color": "#ff0000ff",
    ]
    let red = ShadowColor(red: 1, green: 0, blue: 0)
    let offset = Size(width: 0, height: 3)
    for pose in try pile(["shadow": shadow]).poses(at: 1) {
      let same = CardShadow(offset: offset, radius: 10, opacity: 0.1, color: red)
      #expect(pose?.shadow == pose.map { _ in same })
    }
    let states = [0.0, 1].map { progress -> JSONValue in
      [
        "progress": .number(progress), "scale": 1,
        "shadow": [
          "offset": ["width": .number(progress), "height": 0], "radius": .number(4 - progress),
          "opacity": .number(0.5 - progress / 5), "color": "#ff0000ff",
        ],
      ]
    }
    let fading = try pile(["shadow": shadow, "states": .array(states)]).poses(at: 0.5)[1]?.shadow
    #expect(
      fading
        == CardShadow(offset: Size(width: 0.5, height: 0), radius: 3.5, opacity: 0.4, color: red))
    #expect(try pile().poses(at: 0).allSatisfy { $0?.shadow == nil })
  }

  @Test("a ring goes the short way, and turns on without end")
  func turnsRing() throws {
    let motion = try ring()
    let rest = motion.settle(from: 4, translation: 240, velocity: 0)
    #expect(rest.target == 5 && rest.offset == -4 && rest.index == 4)
    let mapping = ScrollMapping(motion, viewWidth: 390)
    let start = mapping.scroll(atOffset: 0)
    let next = mapping.rest(of: motion, from: start, scroll: start - 10, velocity: -500)
    #expect(next.rest.index == 0 && next.scroll == start - 250)
    let front = motion.poses(at: 1)[0]
    #expect(front?.scale == 1 && front?.opacity == 1 && front?.coveredBox.x == 16)
    #expect(motion.poses(at: 1)[5] == nil)
  }

  private func pile(_ more: [String: JSONValue] = [:]) throws -> any SectionMotion {
    let pile = try CardStackLayout(items: Self.items, viewport: Viewport(width: 390))
    let states = (-4...16).map { step -> JSONValue in
      let progress = Double(step) / 4
      let sample = StackTransform.default.sample(at: progress, page: Size(width: 270, height: 360))
      return [
        "progress": .number(progress), "scale": .number(sample.scale), "tx": .number(sample.tx),
        "ty": .number(sample.ty), "alpha": .number(sample.alpha),
        "rotation": .number(sample.rotation), "z_index": .number(sample.zIndex),
      ]
    }
    let members: [String: JSONValue] = [
      "type": "card_stack", "card_size": ["width": 318, "height": 424],
      "page_size": ["width": 270, "height": 360], "effect": "stack.default",
      "states": .array(states),
    ]
    return try motion(.object(members.merging(more) { $1 }), pile.frames)
  }

  @Test("a pile shows one card after the other, and hides those that are far")
  func swipesCards() throws {
    let motion = try pile()
    #expect(motion.settle(from: 0, translation: -200, velocity: 0).index == 1)
    #expect(motion.settle(from: 3, translation: 20, velocity: 500).index == 2)
    #expect(motion.settle(from: 0, translation: 300, velocity: 900).index == 0)
    let poses = motion.poses(at: 1)
    #expect(poses[1]?.scale == 1 && poses[1]?.zIndex == 0 && poses[1]?.opacity == 1)
    #expect(poses[0]?.opacity == 0 && poses[7] == nil && poses[6] != nil)
    // Between two published states, in a straight line.
    let (low, high) = (motion.poses(at: 0)[1], motion.poses(at: 0.25)[1])
    let middle = motion.poses(at: 0.125)[1]
    let mean = try ((#require(low).scale) + (#require(high).scale)) / 2
    #expect(try (#require(middle).scale - mean).magnitude < 1e-12)
  }

  @Test("snaps that nothing can be computed of are no motion")
  func refusesSnaps() throws {
    for snaps in [[3.0, 1], [0, 1e13], [.infinity]] {
      let layout: JSONValue = [
        "type": "carousel", "initial_offset": 0,
        "snaps": .array(snaps.map { ["offset": .number($0)] }),
      ]
      let document = try document(
        layout, [Frame(id: 1, x: 0, y: 0, width: 10, height: 10)])
      #expect(document.motion(of: document.sections[0]) == nil)
    }
  }
}
