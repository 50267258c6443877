import FeedLayout
import TanadaClient
import Testing

/// The computation of each type of case.
enum ClientChecks {
  /// Checks a case of a file of its own.
  static func check(_ one: JSONValue) throws {
    let options = one["options"] ?? [:]
    let expected = try #require(one["expected"])
    switch one["type"]?.string {
    case "settle_snap_carousel": try settleSnapCarousel(options, expected)
    case "settle_circular_carousel": try settleRing(options, expected)
    case "settle_scroll": try settleScroll(options, expected)
    case "carousel": try carousel(options, expected)
    case "circular_carousel": try ring(options, expected)
    case "card_stack": try cardStack(expected)
    case "transform": try transform(expected)
    case "stars": try stars(options, expected)
    case "image_fit": try imageFit(options, expected)
    case "zoom": try zoom(options, expected)
    case let type: Issue.record("no check of \(type ?? "a case without a type")")
    }
  }

  /// Checks a case of a table.
  static func check(_ one: JSONValue, inTable type: String) throws {
    switch type {
    case "deceleration": try deceleration(one)
    case "rubber-band": try rubberBand(one)
    case "scroll-zoom": try scrollZoom(one)
    case "zoomed_offsets": try zoomedOffset(one)
    case "slots": try slot(one)
    default: Issue.record("no check of \(type)")
    }
  }

  /// The motion of `layout` in a document with `count` items, as an app gets it.
  static func motion(
    _ layout: JSONValue, count: Int, options: JSONValue
  ) throws -> (any SectionMotion)? {
    var members = try #require(layout.object)
    members["options"] = options
    if members["frames"] == nil {
      members["frames"] = .array(
        (0..<count).map { _ in ["x": 0, "y": 0, "width": 1, "height": 1] })
    }
    let section: JSONValue = [
      "id": "one", "frame": ["x": 0, "y": 0, "width": 390, "height": 390],
      "layout": .object(members),
      "items": .array((0..<count).map { ["id": .number(Double($0 + 1))] }),
    ]
    let document = try FeedDocument([
      "viewport": ["width": options["width"] ?? 390], "sections": [section],
      "direction": options["direction"] ?? "ltr",
    ])
    return document.motion(of: try #require(document.sections.first))
  }
}

extension ClientChecks {
  private static func settleSnapCarousel(_ options: JSONValue, _ expected: JSONValue) throws {
    let pages = try #require(options["pages"]?.int)
    let width = options["width"]?.double ?? 390
    let layout = try SnapCarouselLayout(
      items: (1...pages * 3).map { LayoutItem(id: $0) }, viewport: Viewport(width: width))
    let published: JSONValue = [
      "type": "snap_carousel", "page_width": .number(layout.pageWidth), "page_spacing": 16,
      "initial_offset": .number(layout.initialOffset),
      "flick_velocity": options["flick_velocity"] ?? 400,
      "pages": .array(
        layout.pages.map { page in
          [
            "x": .number(page.x), "width": .number(page.width),
            "snap_offset": .number(page.snapOffset),
          ]
        }),
    ]
    let motion = try #require(try motion(published, count: pages * 3, options: options))
    let rest = motion.settle(options)
    try compare(rest.index.map(Double.init), expected["page"], "page")
    try compare(rest.offset, expected["offset"], "offset")
  }

  private static func settleRing(_ options: JSONValue, _ expected: JSONValue) throws {
    let published: JSONValue = [
      "type": "circular_carousel", "card_size": ["width": 358, "height": 149], "radius": 200,
      "points_per_step": options["points_per_step"] ?? 250,
      "flick_velocity": options["flick_velocity"] ?? 400, "states": [],
    ]
    let count = try #require(options["count"]?.int)
    let motion = try #require(try motion(published, count: count, options: options))
    let rest = motion.settle(options)
    try compare(rest.offset, expected["offset"], "offset")
    try compare(rest.index.map { Double($0 + 1) }, expected["slot"], "slot")
    // The target of an animation shows the same.
    let turns = (rest.target - rest.offset) / Double(count)
    #expect(turns == turns.rounded())
  }

  private static func settleScroll(_ options: JSONValue, _ expected: JSONValue) throws {
    let length = try #require(options["length"]?.double)
    let content = try #require(options["content"]?.double)
    let scroll = ScrollSettling(
      limits: 0...max(0, content - length), length: length,
      deceleration: options["deceleration"]?.string.flatMap(Deceleration.init) ?? .normal)
    let rest = scroll.settle(
      from: try #require(options["offset"]?.double),
      translation: options["translation"]?.double ?? 0, velocity: options["velocity"]?.double ?? 0)
    try compare(rest.dragged, expected["dragged"], "dragged", isExact: false)
    try compare(rest.projected, expected["projected"], "projected", isExact: false)
    try compare(rest.offset, expected["offset"], "offset", isExact: false)
    try compare(rest.duration, expected["duration"], "duration", isExact: false)
  }

  private static func carousel(_ options: JSONValue, _ expected: JSONValue) throws {
    let count = expected["frames"]?.array?.count ?? 0
    let motion = try #require(
      try motion(expected, count: count, options: options) as? CarouselMotion)
    let offset =
      expected["resized_offset"]?.double ?? options["offset"]?.double ?? motion.initialOffset
    let translation = options["translation"]?.double ?? 0
    let velocity = options["velocity"]?.double ?? 0
    let rest = motion.settle(from: offset, translation: translation, velocity: velocity)
    let settled = try #require(expected["settled"])
    try compare(rest.index.map(Double.init), settled["snap"], "snap")
    try compare(rest.offset, settled["offset"], "offset")
    try compare(rest.target, settled["unwrapped_offset"], "unwrapped_offset")
    let exact = try motion.snaps.settle(
      offset: offset, translation: translation, velocity: velocity)
    #expect(exact.isAtSnap == settled["at_snap"]?.bool)
  }
}

extension SectionMotion {
  /// Where the drag that `options` say comes to rest.
  fileprivate func settle(_ options: JSONValue) -> MotionRest {
    settle(
      from: options["offset"]?.double ?? initialOffset,
      translation: options["translation"]?.double ?? 0, velocity: options["velocity"]?.double ?? 0)
  }
}

extension ClientChecks {
  private static func ring(_ options: JSONValue, _ expected: JSONValue) throws {
    let count = expected["frames"]?.array?.count ?? 0
    let states = try #require(expected["states"]?.array)
    guard count > 0 else { return #expect(states.isEmpty) }
    let motion = try #require(try motion(expected, count: count, options: options) as? RingMotion)
    let direction = options["direction"]?.string.flatMap(LayoutDirection.init) ?? .leftToRight
    let keyframes = expected["keyframes"].flatMap { PublishedKeyframes($0, position: "distance") }
    #expect((keyframes == nil) == (expected["keyframes"] == nil))
    for state in states {
      let offset = try #require(state["offset"]?.double)
      // 1. By the formula.
      let placements = RingMotion.placements(
        at: offset, count: count, direction: direction, options: motion.options)
      let cards = try #require(state["items"]?.array)
      try #require(placements.count == cards.count)
      for (placement, card) in zip(placements, cards) {
        try compare(Double(placement.slot), card["slot"], "slot")
        try compare(placement.distance, card["distance"], "distance")
        try compare(placement.scale, card["scale"], "scale")
        try compare(placement.opacity, card["opacity"], "opacity")
        try compare(placement.zIndex, card["z_index"], "z_index")
        try compare(placement.x, card["x"], "x", isExact: false)
        try compareKeyframes(keyframes, at: placement.distance, card)
      }
      // 2. At rest, as the document says.
      for (placement, card) in zip(motion.placements(at: offset), cards) {
        try compare(placement.x, card["x"], "x at rest")
      }
    }
  }

  private static func cardStack(_ expected: JSONValue) throws {
    let states = try #require(expected["states"]?.array)
    let track = try #require(MotionTrack(states: states))
    let keyframes = expected["keyframes"].flatMap { PublishedKeyframes($0, position: "progress") }
    #expect((keyframes == nil) == (expected["keyframes"] == nil))
    for state in states {
      let progress = try #require(state["progress"]?.double)
      let values = track.values(at: progress)
      #expect(values["scale"] != nil)
      for (name, value) in values where state[name] != nil { try compare(value, state[name], name) }
      try compareKeyframes(keyframes, at: progress, state)
    }
  }

  /// Checks that keyframes draw a place within their error.
  private static func compareKeyframes(
    _ keyframes: PublishedKeyframes?, at place: Double, _ state: JSONValue
  ) throws {
    guard let keyframes else { return }
    for (name, value) in keyframes.track.values(at: place) where ["tx", "ty", "x"].contains(name) {
      let error = (value - (state[name]?.double ?? .nan)).magnitude
      #expect(error <= keyframes.maxError + 1e-9, "\(name) at \(place)")
    }
  }

  private static func transform(_ expected: JSONValue) throws {
    let json = try #require(expected["keyframes"])
    let track = try #require(PublishedKeyframes(json, position: "progress")).track
    let names = try #require(json["channels"]?.array).compactMap(\.string)
    let frames = try #require(json["frames"]?.array)
    for (index, frame) in frames.enumerated() {
      let progress = try #require(frame["progress"]?.double)
      let next = index + 1 < frames.count ? frames[index + 1] : nil
      let nextProgress = next?["progress"]?.double
      // Of two frames at one place, the later one is drawn.
      if nextProgress == progress { continue }
      let values = track.values(at: progress)
      for (channel, name) in names.enumerated() {
        try compare(values[name], frame["values"]?[channel], name)
      }
      guard let next, let nextProgress else { continue }
      let halfway = track.values(at: (progress + nextProgress) / 2)
      for (channel, name) in names.enumerated() {
        let from = try #require(frame["values"]?[channel]?.double)
        let to = try #require(next["values"]?[channel]?.double)
        try compare(halfway[name], .number((from + to) / 2), name, isExact: false)
      }
    }
    let stepNames = json["step_channels"]?.array?.compactMap(\.string) ?? []
    for step in json["steps"]?.array ?? [] {
      let progress = try #require(step["progress"]?.double)
      for (channel, name) in stepNames.enumerated() {
        try compare(track.step(name, at: progress), step["values"]?[channel], name)
      }
    }
  }
}

extension ClientChecks {
  /// Compares `actual` with `expected`, exactly or within 1e-9.
  static func compare(
    _ actual: Double?, _ expected: JSONValue?, _ name: String, isExact: Bool = true,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let expected = try #require(expected?.double, "\(name) is expected", sourceLocation: location)
    let actual = try #require(actual, "\(name) is there", sourceLocation: location)
    let isSame =
      isExact
      ? actual == expected : (actual - expected).magnitude <= 1e-9 * max(1, expected.magnitude)
    #expect(isSame, "\(name): \(actual), expected \(expected)", sourceLocation: location)
  }
}
