import FeedLayout
import TanadaClient
import Testing

/// The photo geometry, stars and slots.
extension ClientChecks {
  static func stars(_ options: JSONValue, _ expected: JSONValue) throws {
    let fills = StarRating.fills(
      rating: try #require(options["rating"]?.double), count: options["count"]?.int ?? 5,
      mode: options["mode"]?.string.flatMap(StarRating.FillMode.init) ?? .precise)
    try compare(fills, expected["stars"])
  }

  static func imageFit(_ options: JSONValue, _ expected: JSONValue) throws {
    let fit = try ImageFit(
      image: try size(options["image"]), viewport: try size(options["viewport"]),
      mode: options["mode"]?.string.flatMap(ImageFit.Mode.init) ?? .fit)
    #expect(fit.mode.rawValue == expected["mode"]?.string)
    try compare(fit.rect, expected["rect"])
  }

  static func zoom(_ options: JSONValue, _ expected: JSONValue) throws {
    let zoom = try ScrollZoom(
      image: try size(options["image"]), bounds: try size(options["viewport"]))
    let scale = try zoom.limitedScale(options["scale"]?.double ?? zoom.minimumScale)
    try compare(zoom.minimumScale, expected["minimum_scale"], "minimum_scale")
    try compare(zoom.maximumScale, expected["maximum_scale"], "maximum_scale")
    try compare(scale, expected["scale"], "scale")
    try compare(try zoom.size(atScale: scale), expected["size"])
    guard let rest = expected["rest"] else { return }
    let before = try zoom.state(
      scale: options["from"]?.double ?? zoom.minimumScale,
      offset: try point(options["offset"]) ?? zoom.initialState.offset)
    let middle = Point(x: zoom.bounds.width / 2, y: zoom.bounds.height / 2)
    let after =
      if let tap = try point(options["double_tap"]) {
        try zoom.doubleTapped(before, at: tap)
      } else {
        try zoom.zoomed(
          before, to: options["scale"]?.double ?? before.scale,
          about: try point(options["about"]) ?? middle)
      }
    try compare(after.scale, rest["scale"], "rest scale")
    try compare(after.offset, rest["offset"])
    try compare(try zoom.offsetLimits(atScale: after.scale), rest["offset_limits"])
  }

  static func deceleration(_ one: JSONValue) throws {
    let rate = try #require(one["rate"]?.string.flatMap(Deceleration.init))
    let position = try #require(one["position"]?.double)
    let velocity = try #require(one["velocity"]?.double)
    try compare(
      try rate.discreteProjection(from: position, velocity: velocity), one["discrete_end"],
      "discrete_end", isExact: false)
    for place in try #require(one["way"]?.array) {
      let time = try #require(place["time"]?.double)
      try compare(
        try rate.position(at: time, from: position, velocity: velocity), place["position"],
        "position", isExact: false)
      try compare(
        try rate.velocity(at: time, initial: velocity), place["velocity"], "velocity",
        isExact: false)
    }
    for one in try #require(one["durations"]?.array) {
      let tolerance = try #require(one["tolerance"]?.double)
      try compare(
        try rate.duration(toWithin: tolerance, velocity: velocity), one["duration"], "duration",
        isExact: false)
    }
  }

  static func rubberBand(_ one: JSONValue) throws {
    let displacement = try RubberBand.displacement(
      of: try #require(one["distance"]?.double), length: try #require(one["length"]?.double))
    try compare(displacement, one["displacement"], "displacement", isExact: false)
  }

  static func scrollZoom(_ one: JSONValue) throws {
    let zoom = try ScrollZoom(
      image: try #require(Size(one["image"])), bounds: try #require(Size(one["bounds"])))
    try compare(zoom.minimumScale, one["minimum_scale"], "minimum_scale")
    try compare(zoom.maximumScale, one["maximum_scale"], "maximum_scale")
    try compare(zoom.doubleTapScale, one["double_tap_scale"], "double_tap_scale")
    for place in try #require(one["at"]?.array) {
      let scale = try #require(place["scale"]?.double)
      try compare(try zoom.size(atScale: scale), place["size"])
      try compare(try zoom.offsetLimits(atScale: scale), place["offset_limits"])
    }
  }

  static func zoomedOffset(_ one: JSONValue) throws {
    let zoomed = try ScrollZoom.offset(
      try #require(Point(one["offset"])), zoomedFrom: try #require(one["from"]?.double),
      to: try #require(one["to"]?.double), about: try #require(Point(one["about"])))
    try compare(zoomed.x, one["zoomed"]?["x"], "x", isExact: false)
    try compare(zoomed.y, one["zoomed"]?["y"], "y", isExact: false)
  }

  /// A slot of a cell, as a document has it.
  static func slot(_ one: JSONValue) throws {
    let cell: JSONValue = ["slots": [try #require(one["slot"])]]
    let document = try FeedDocument([
      "viewport": ["width": 390],
      "sections": [
        ["id": "one", "frame": ["x": 0, "y": 0, "width": 1, "height": 1], "cell": cell]
      ],
    ])
    let slot = try #require(document.sections.first?.cell?.slots.first)
    let size = try #require(Size(one["size"]))
    let rect = try #require(slot.rect(in: size, after: one["end"]?.double ?? 0))
    try compare(rect, one["rect"])
  }
}

/// Comparisons of values with several numbers.
extension ClientChecks {
  private static func compare(_ values: [Double], _ expected: JSONValue?) throws {
    #expect(values.count == expected?.array?.count)
    for (index, value) in values.enumerated() {
      try compare(value, expected?[index], "element \(index)")
    }
  }

  private static func compare(_ rect: Rect, _ expected: JSONValue?) throws {
    try compare(rect.x, expected?["x"], "x")
    try compare(rect.y, expected?["y"], "y")
    try compare(rect.size, expected)
  }

  private static func compare(_ size: Size, _ expected: JSONValue?) throws {
    try compare(size.width, expected?["width"], "width")
    try compare(size.height, expected?["height"], "height")
  }

  private static func compare(_ point: Point, _ expected: JSONValue?) throws {
    try compare(point.x, expected?["x"], "x")
    try compare(point.y, expected?["y"], "y")
  }

  private static func compare(_ limits: ScrollZoom.OffsetLimits, _ expected: JSONValue?) throws {
    try compare([limits.x.lowerBound, limits.x.upperBound], expected?["x"])
    try compare([limits.y.lowerBound, limits.y.upperBound], expected?["y"])
  }

  /// A size written `4032x3024`.
  private static func size(_ text: JSONValue?) throws -> Size {
    let numbers = (text?.string ?? "").split(separator: "x").compactMap { Double($0) }
    try #require(numbers.count == 2)
    return Size(width: numbers[0], height: numbers[1])
  }

  /// A point written `300,400`; `nil` for none.
  private static func point(_ text: JSONValue?) throws -> Point? {
    guard let text = text?.string else { return nil }
    let numbers = text.split(separator: ",").compactMap { Double($0) }
    try #require(numbers.count == 2)
    return Point(x: numbers[0], y: numbers[1])
  }
}
