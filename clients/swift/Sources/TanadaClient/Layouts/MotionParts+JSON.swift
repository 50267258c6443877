import FeedLayout

extension SettleAnimation {
  /// The animation that `json` says; `nil` for none, or one by a curve that came later than this client.
  init?(_ json: JSONValue?) {
    guard let duration = json?["duration"]?.extent,
      let curve = json?["curve"]?.string.flatMap(ScrollCurve.init)
    else { return nil }
    self.init(duration: duration, curve: curve)
  }
}

extension CardShadow {
  /// The shadow that `json` says; `nil` for none.
  init?(_ json: JSONValue?) {
    guard let radius = json?["radius"]?.extent, let opacity = json?["opacity"]?.double,
      let right = json?["offset"]?["width"]?.double, let down = json?["offset"]?["height"]?.double
    else { return nil }
    let color = json?["color"]?.string.flatMap(FeedColor.Components.init)
    self.init(
      offset: Size(width: right, height: down), radius: radius, opacity: min(max(opacity, 0), 1),
      color: color.map { ShadowColor(red: $0.red, green: $0.green, blue: $0.blue) } ?? .black)
  }

  /// This shadow with those of its numbers that an effect says at one progress, by the names of `channels`.
  func changed(by channels: [String: Double]) -> CardShadow {
    CardShadow(
      offset: Size(
        width: channels["shadow.offset.width"] ?? offset.width,
        height: channels["shadow.offset.height"] ?? offset.height),
      radius: max(0, channels["shadow.radius"] ?? radius),
      opacity: min(max(channels["shadow.opacity"] ?? opacity, 0), 1), color: color)
  }
}
