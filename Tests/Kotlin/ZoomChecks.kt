package tanada.client.tests

import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.jsonObject
import tanada.client.Point
import tanada.client.ScrollZoom
import tanada.client.Size

fun checkZoom(comparison: Comparison, case: JsonObject) {
  val options = case.child("options")
  val expected = case.child("expected")
  val zoom = ScrollZoom(sizeOf(options, "image"), sizeOf(options, "viewport"))
  val scale = zoom.limited(options.number("scale", zoom.minimum))
  val limits = mapOf(
    "minimum_scale" to zoom.minimum, "maximum_scale" to zoom.maximum, "scale" to scale,
    "size" to plain(zoom.size(scale)))
  for ((name, value) in limits) comparison.equal(value, expected.required(name), path = "/$name")
  val rest = expected.member("rest")?.jsonObject ?: return
  val before = zoom.state(
    options.number("from", zoom.minimum), pointOf(options, "offset") ?: zoom.initial.offset)
  val about = pointOf(options, "about") ?: Point(zoom.bounds.width / 2, zoom.bounds.height / 2)
  val tap = pointOf(options, "double_tap")
  val after =
    if (tap != null) zoom.doubleTapped(before, tap)
    else zoom.zoomed(before, options.number("scale", before.scale), about)
  val actual = mapOf(
    "scale" to after.scale, "offset" to plain(after.offset),
    "offset_limits" to plain(zoom.offsetLimits(after.scale)))
  comparison.equal(actual, rest)
}

fun checkScrollZoom(comparison: Comparison, row: JsonObject) {
  val zoom = ScrollZoom(row.child("image").size(), row.child("bounds").size())
  val limits = mapOf(
    "minimum_scale" to zoom.minimum, "maximum_scale" to zoom.maximum,
    "double_tap_scale" to zoom.doubleTapScale)
  for ((name, value) in limits) row[name]?.let { comparison.equal(value, it, path = "/$name") }
  for (at in row.objects("at")) {
    val scale = at.number("scale")
    comparison.equal(plain(zoom.size(scale)), at.required("size"), path = "/size")
    comparison.equal(
      plain(zoom.offsetLimits(scale)), at.required("offset_limits"), path = "/offset_limits")
  }
}

fun checkZoomedOffset(comparison: Comparison, row: JsonObject) {
  val offset = ScrollZoom.offsetAbout(
    row.child("offset").point(), row.number("from"), row.number("to"), row.child("about").point())
  comparison.equal(plain(offset), row.required("zoomed"), isExact = false)
}

private fun plain(size: Size) = mapOf("width" to size.width, "height" to size.height)

private fun plain(point: Point) = mapOf("x" to point.x, "y" to point.y)

private fun plain(limits: ScrollZoom.OffsetLimits) = mapOf(
  "x" to listOf(limits.x.start, limits.x.endInclusive),
  "y" to listOf(limits.y.start, limits.y.endInclusive))
