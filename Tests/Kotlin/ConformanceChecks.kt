package tanada.client.tests

import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.jsonObject
import tanada.client.Carousel
import tanada.client.CarouselLoop
import tanada.client.CircularCarousel
import tanada.client.Deceleration
import tanada.client.ImageFit
import tanada.client.Point
import tanada.client.Rect
import tanada.client.RubberBand
import tanada.client.Scrolling
import tanada.client.Size
import tanada.client.SlotPlacement
import tanada.client.SnapCarousel
import tanada.client.StarRating

/**
 * The computation of each type of case. The same formulas in the same doubles are compared exactly; what needs sin,
 * exp, log or a power, or was calculated in another order, within 1e-9.
 */
val conformanceChecks: Map<String, (Comparison, JsonObject) -> Unit> = mapOf(
  "settle_snap_carousel" to { comparison, case ->
    val options = case.child("options")
    val carousel = SnapCarousel(
      options.number("width", 390.0), options.number("pages").toInt(), options.number("flick_velocity", 400.0))
    val end = carousel.settled(
      options.number("offset"), options.number("translation"), options.number("velocity", 0.0))
    comparison.equal(mapOf("page" to end.page, "offset" to end.offset), case.child("expected"))
  },
  "settle_circular_carousel" to { comparison, case ->
    val options = case.child("options")
    val carousel = CircularCarousel(
      options.number("count").toInt(), options.number("points_per_step", 250.0),
      options.number("flick_velocity", 400.0))
    val end = carousel.settled(
      options.number("offset"), options.number("translation"), options.number("velocity", 0.0))
    comparison.equal(mapOf("offset" to end.offset, "slot" to end.slot), case.child("expected"))
  },
  "settle_scroll" to { comparison, case ->
    val options = case.child("options")
    val scrolling = Scrolling(
      options.number("length"), options.number("content"), deceleration(options, "deceleration"))
    val end = scrolling.settled(
      options.number("offset"), options.number("translation", 0.0), options.number("velocity", 0.0))
    val actual = mapOf(
      "dragged" to end.dragged, "projected" to end.projected, "offset" to end.offset,
      "duration" to end.duration)
    comparison.equal(actual, case.child("expected"), isExact = false)
  },
  "carousel" to ::checkCarousel,
  "circular_carousel" to ::checkRing,
  "card_stack" to ::checkStack,
  "transform" to ::checkKeyframes,
  "stars" to { comparison, case ->
    val options = case.child("options")
    val mode = StarRating.Mode.valueOf((options.textOrNull("mode") ?: "precise").uppercase())
    val fills = StarRating.fills(
      options.number("rating", Double.NaN), options.number("count", 5.0).toInt(), mode)
    comparison.equal(fills, case.child("expected").required("stars"))
  },
  "image_fit" to { comparison, case ->
    val options = case.child("options")
    val mode = ImageFit.Mode.valueOf((options.textOrNull("mode") ?: "fit").uppercase())
    val rect = ImageFit.rect(sizeOf(options, "image"), sizeOf(options, "viewport"), mode)
    comparison.equal(plain(rect), case.child("expected").required("rect"))
  },
  "zoom" to ::checkZoom,
  "deceleration" to { comparison, row ->
    val deceleration = deceleration(row, "rate")
    val (position, velocity) = row.number("position") to row.number("velocity")
    comparison.equal(
      deceleration.projected(position, velocity), row.required("discrete_end"), isExact = false)
    for (place in row.objects("way")) {
      val time = place.number("time")
      val actual = mapOf(
        "time" to time, "position" to deceleration.position(time, position, velocity),
        "velocity" to deceleration.velocity(time, velocity))
      comparison.equal(actual, place, isExact = false)
    }
    for (one in row.objects("durations")) {
      val duration = deceleration.duration(one.number("tolerance"), velocity)
      comparison.equal(duration, one.required("duration"), isExact = false)
    }
  },
  "rubber-band" to { comparison, row ->
    val moved = RubberBand.displacement(row.number("distance"), row.number("length"))
    comparison.equal(moved, row.required("displacement"), isExact = false)
  },
  "scroll-zoom" to ::checkScrollZoom,
  "zoomed_offsets" to ::checkZoomedOffset,
  "slots" to { comparison, row ->
    val slot = row.child("slot")
    val placement = SlotPlacement(
      SlotPlacement.Anchor.valueOf(requireNotNull(slot.textOrNull("anchor")).uppercase()),
      slot.number("offset", 0.0), slot.numberOrNull("left"), slot.numberOrNull("right"),
      slot.numberOrNull("width"), slot.numberOrNull("height"), slot.numberOrNull("bottom"))
    val rect = placement.rect(row.child("size").size(), row.number("end", 0.0))
    comparison.equal(plain(rect), row.required("rect"), isExact = false)
  },
)

private fun checkCarousel(comparison: Comparison, case: JsonObject) {
  val options = case.child("options")
  val expected = case.child("expected")
  val defaults = Carousel.Options()
  val carousel = Carousel(
    offsets = expected.objects("snaps").map { it.number("offset") },
    width = options.number("width", 390.0),
    loop = expected.member("loop")?.jsonObject?.let { CarouselLoop(it.number("period"), it.number("start")) },
    limits = expected.member("scroll_limits")?.jsonObject?.let { it.number("lower")..it.number("upper") },
    isRightToLeft = options.textOrNull("direction") == "rtl",
    options = Carousel.Options(
      Carousel.Mode.valueOf((options.textOrNull("mode") ?: "mandatory").uppercase()),
      options.number("proximity", defaults.proximity), options.flag("one_step"),
      deceleration(options, "deceleration"), options.number("commit_threshold", defaults.commitThreshold),
      options.number("flick_velocity", defaults.flickVelocity)),
  )
  val offset = expected.numberOrNull("resized_offset") ?: options.numberOrNull("offset")
    ?: expected.number("initial_offset")
  val end = carousel.settled(
    offset, options.number("translation", 0.0), options.number("velocity", 0.0))
  val actual = mapOf(
    "snap" to end.snap, "offset" to end.offset, "unwrapped_offset" to end.unwrappedOffset,
    "at_snap" to end.isAtSnap)
  comparison.equal(actual, expected.child("settled"))
}

/** `normal`, `fast`, or a rate; a list's unless it is said. */
private fun deceleration(options: JsonObject, name: String): Deceleration =
  when (val text = options.textOrNull(name)) {
    null, "normal" -> Deceleration.normal
    "fast" -> Deceleration.fast
    else -> Deceleration(text.toDouble())
  }

fun sizeOf(options: JsonObject, name: String): Size {
  val (width, height) = pair(requireNotNull(options.textOrNull(name)), 'x')
  return Size(width, height)
}

fun pointOf(options: JsonObject, name: String): Point? =
  options.textOrNull(name)?.let { text -> pair(text, ',').let { Point(it.first, it.second) } }

fun plain(rect: Rect): Map<String, Double> =
  mapOf("x" to rect.x, "y" to rect.y, "width" to rect.width, "height" to rect.height)
