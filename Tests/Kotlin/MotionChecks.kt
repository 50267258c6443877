package tanada.client.tests

import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.jsonObject
import tanada.client.CircularCarousel
import tanada.client.Motion
import tanada.client.StackStates
import kotlin.math.abs

fun checkRing(comparison: Comparison, case: JsonObject) {
  val options = case.child("options")
  val expected = case.child("expected")
  val count = expected.objects("frames").size
  if (count == 0) return
  val ring = CircularCarousel(count)
  val defaults = CircularCarousel.Options()
  val look = CircularCarousel.Options(
    options.number("radius", defaults.radius), options.number("scale_per_step", defaults.scalePerStep),
    options.number("opacity_per_step", defaults.opacityPerStep),
    options.number("depth_per_step", defaults.depthPerStep), options.textOrNull("direction") == "rtl")
  for (state in expected.objects("states")) {
    for (item in state.objects("items")) {
      val actual = ring.placement(state.number("offset"), item.number("slot").toInt(), look)
      val members = mapOf(
        "slot" to actual.slot, "distance" to actual.distance, "scale" to actual.scale,
        "opacity" to actual.opacity, "z_index" to actual.zIndex)
      comparison.equal(members, JsonObject(item - "id" - "x"))
      comparison.equal(actual.x, item.number("x"), isExact = false, path = "/x")
      checkError(comparison, expected, "distance", item.number("distance"), item)
    }
  }
}

fun checkStack(comparison: Comparison, case: JsonObject) {
  val expected = case.child("expected")
  val states = expected.objects("states")
  val motion = StackStates.motion(states.map { state -> state.mapValues { plain(it.value) } })
  for (state in states) {
    val progress = state.number("progress")
    // The parts of a state have names with dots.
    for ((name, value) in motion.valuesAt(progress)) {
      state[name]?.let { comparison.equal(value, it, path = "/$name") }
    }
    state["z_index"]?.let { comparison.equal(motion.stepAt("z_index", progress), it, path = "/z_index") }
    checkError(comparison, expected, "progress", progress, state)
  }
}

fun checkKeyframes(comparison: Comparison, case: JsonObject) {
  val keyframes = case.child("expected").child("keyframes")
  val motion = motionOf(keyframes, "progress")
  val frames = keyframes.objects("frames")
  frames.forEachIndexed { i, frame ->
    val next = frames.getOrNull(i + 1)
    val progress = frame.number("progress")
    // Of two frames at one place, the later one is drawn.
    if (next?.number("progress") == progress) return@forEachIndexed
    comparison.equal(motion.valuesAt(progress).values.toList(), frame.required("values"))
    if (next == null) return@forEachIndexed
    val middle = motion.valuesAt((progress + next.number("progress")) / 2).values.toList()
    val ends = frame.required("values").numbers().zip(next.required("values").numbers())
    ends.forEachIndexed { c, (from, to) ->
      comparison.equal(middle[c], (from + to) / 2, isExact = false, path = "/$c after $progress")
    }
  }
  val names = keyframes.texts("step_channels")
  for (step in keyframes.objects("steps")) {
    val values = step.required("values").numbers()
    names.forEachIndexed { c, name ->
      val value = motion.stepAt(name, step.number("progress")) ?: Double.NaN
      comparison.equal(value, values[c], isExact = true, path = "/steps/$name")
    }
  }
}

private fun motionOf(keyframes: JsonObject, position: String): Motion {
  fun frames(name: String) =
    keyframes.objects(name).map { it.number(position) to it.required("values").numbers() }
  return Motion.ofKeyframes(
    keyframes.texts("channels"), frames("frames"), keyframes.texts("step_channels"), frames("steps"))
}

/** Keyframes draw a state within their own error: it grows by at least 1 per point. */
private fun checkError(
  comparison: Comparison, expected: JsonObject, position: String, place: Double, state: JsonObject,
) {
  val keyframes = expected.member("keyframes")?.jsonObject ?: return
  val values = motionOf(keyframes, position).valuesAt(place)
  for (name in values.keys.intersect(setOf("tx", "ty", "x"))) {
    val error = abs(values.getValue(name) - state.number(name))
    comparison.isTrue(error <= keyframes.number("max_error") + 1e-9) { "/keyframes/$name: $error off at $place" }
  }
}
