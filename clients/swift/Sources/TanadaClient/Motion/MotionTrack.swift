/// A motion as data: values at places, in straight lines between them, and values that jump.
public struct MotionTrack: Hashable, Sendable {
  /// Values of channels at one place. Dots lead into a part: `shadow.radius`.
  public struct Place: Hashable, Sendable {
    /// The progress of a card in pages, or its distance from the front of a ring in slots.
    public let at: Double
    /// The values of the channels by their names.
    public let values: [String: Double]

    /// A place with its values.
    public init(at: Double, values: [String: Double]) {
      self.at = at
      self.values = values
    }
  }

  /// The places of the channels that are interpolated, ascending; not empty.
  public let frames: [Place]
  /// The places from which on channels that jump have other values, ascending.
  public let steps: [Place]

  /// A motion through `frames`.
  ///
  /// - Precondition: there is a frame.
  public init(frames: [Place], steps: [Place] = []) {
    precondition(!frames.isEmpty, "a motion without frames")
    self.frames = frames
    self.steps = steps
  }

  /// The values of all channels at `place`. Beyond the frames they are those of the first or the last one; of two frames
  /// at one place those of the later one.
  ///
  /// - Complexity: O(log n).
  public func values(at place: Double) -> [String: Double] {
    let next = frames.partitioned { $0.at > place }
    guard next > 0 else { return frames[0].values }
    let before = frames[next - 1]
    guard next < frames.count else { return before.values }
    let after = frames[next]
    return Self.mixed(before.values, after.values, (place - before.at) / (after.at - before.at))
  }

  /// The values at `place` like ``values(at:)``, going on in straight lines beyond the frames.
  public func extendedValues(at place: Double) -> [String: Double] {
    let (low, high) = (frames[0].at, frames[frames.count - 1].at)
    let end = min(max(place, low), high)
    guard end != place, low < high else { return values(at: place) }
    let inner = min(max(end + (end > place ? 0.25 : -0.25), low), high)
    return Self.mixed(values(at: inner), values(at: end), (place - inner) / (end - inner))
  }

  /// The value of a channel that jumps, at `place`; `nil` if there is no such channel.
  public func step(_ channel: String, at place: Double) -> Double? {
    guard !steps.isEmpty else { return nil }
    return steps[max(0, steps.partitioned { $0.at > place } - 1)].values[channel]
  }

  private static func mixed(
    _ from: [String: Double], _ to: [String: Double], _ share: Double
  ) -> [String: Double] {
    var mixed = from
    for (name, value) in from { mixed[name] = value + ((to[name] ?? value) - value) * share }
    return mixed
  }
}

extension MotionTrack {
  /// The names of the corners of a projected card, clockwise.
  static let corners = ["top_left", "top_right", "bottom_right", "bottom_left"]

  /// The motion through the published states of a pile. The order of depth jumps halfway between two states.
  ///
  /// `nil` without states.
  public init?(states: [JSONValue]) {
    guard !states.isEmpty else { return nil }
    let samples = states.map { Self.flattened($0) }
    // A state without pieces is that of a whole card.
    let names = Set(samples.flatMap(\.keys))
    let whole = Dictionary(
      uniqueKeysWithValues: names.map { name in
        (name, name.contains("scale") || name.contains("alpha") ? 1.0 : 0)
      })
    let places = states.map { $0["progress"]?.double ?? 0 }
    var steps: [Place] = []
    for (index, state) in states.enumerated() {
      guard let zIndex = state["z_index"]?.double else { continue }
      let at = index == 0 ? places[0] : (places[index - 1] + places[index]) / 2
      steps.append(Place(at: at, values: ["z_index": zIndex]))
    }
    self.init(
      frames: zip(places, samples).map { Place(at: $0, values: whole.merging($1) { $1 }) },
      steps: steps)
  }

  /// The numbers of a state by the names that channels have.
  private static func flattened(_ state: JSONValue, path: String = "") -> [String: Double] {
    var numbers: [String: Double] = [:]
    func add(_ name: String, _ value: JSONValue) {
      if let number = value.double {
        numbers[path + name] = number
      } else if name == "quad", let points = value.array {
        for (corner, point) in zip(corners, points) {
          numbers["\(path)quad.\(corner).x"] = point[0]?.double
          numbers["\(path)quad.\(corner).y"] = point[1]?.double
        }
      } else {
        numbers.merge(flattened(value, path: "\(path)\(name).")) { $1 }
      }
    }
    switch state {
    case .object(let members): for (name, value) in members { add(name, value) }
    case .array(let values): for (index, value) in values.enumerated() { add("\(index)", value) }
    default: break
    }
    return numbers
  }
}

extension Array {
  /// The first index whose element satisfies `condition`, which then all further ones do; `count` if none does.
  func partitioned(where condition: (Element) -> Bool) -> Int {
    var range = 0..<count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = condition(self[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    return range.lowerBound
  }
}
