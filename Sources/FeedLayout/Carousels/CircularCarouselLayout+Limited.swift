extension CircularCarouselLayout.Options {
  /// The same with every number that places a card in its range.
  var limited: Self {
    func usable(_ value: Double, _ standard: Double) -> Double {
      value.isNaN ? standard : value.limited(to: OptionCheck.unsigned)
    }
    let standard = Self()
    var limited = self
    limited.radius = usable(radius, standard.radius)
    limited.scalePerStep = usable(scalePerStep, standard.scalePerStep)
    limited.opacityPerStep = usable(opacityPerStep, standard.opacityPerStep)
    limited.depthPerStep = usable(depthPerStep, standard.depthPerStep)
    return limited
  }
}
