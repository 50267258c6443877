package tanada.client.tests

import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import tanada.client.CarouselLoop
import kotlin.random.Random

private val modes = listOf(
  "mode=mandatory", "mode=proximity&proximity=0.2", "mode=free", "one_step=true", "loop=true",
  "loop=true&mode=free", "loop=true&one_step=true", "direction=rtl", "deceleration=fast&commit_threshold=0.2",
  "group=2&align=center")

private val items: String = (1..7).joinToString(",", "{\"result\":[", "]}") {
  "{\"id\":$it,\"width\":${120 + it * 61 % 250},\"height\":100}"
}

private class Drag(val offset: Double, val translation: Double, val velocity: Double)

/** From the third snap of 439 points toward the fourth of 750: a slow flick, and a drag by exactly half of the way. */
private val boundaries = listOf(Drag(439.0, -10.0, -170.0), Drag(439.0, -155.5, 0.0))

/** Drags of carousels come to rest where a running server says, to the last bit. */
fun drags(server: Server, report: Report) {
  report.section("drags", "drags")
  val random = Random(1)
  for (mode in modes) {
    val drags = List(12) { number ->
      // Some are slow, and some are flicks.
      val velocity = if (number % 3 == 0) 0.0 else random.nextInt(-900, 900).toDouble()
      Drag(random.nextInt(-3000, 3000) / 2.0, random.nextInt(-700, 700) / 2.0, velocity)
    }
    for (one in drags + boundaries) {
      val drag =
        mapOf("offset" to one.offset, "translation" to one.translation, "velocity" to one.velocity)
      val query = drag.entries.joinToString("&") { "${it.key}=${it.value}" }
      report.check("$mode&$query") { comparison ->
        val answer = server.post("/v1/layouts/carousel?$mode&$query", items)
        val options = mode.split("&").associate { it.substringBefore("=") to option(it.substringAfter("=")) } +
          drag.mapValues { JsonPrimitive(it.value) }
        val case = mapOf("options" to JsonObject(options), "expected" to answer)
        conformanceChecks.getValue("carousel")(comparison, JsonObject(case))
      }
    }
  }
  report.check("places in the turns of a loop") { comparison ->
    val loop = CarouselLoop(period = 100.0, start = 10.0)
    val places = mapOf(10.0 to 10.0, 109.0 to 109.0, 110.0 to 10.0, 9.0 to 109.0, -300.0 to 100.0, 1e-300 to 100.0)
    for ((offset, place) in places) comparison.equal(loop.wrapped(offset), place, isExact = true, path = "/$offset")
  }
}

private fun option(text: String) = when (text) {
  "true" -> JsonPrimitive(true)
  else -> text.toDoubleOrNull()?.let { JsonPrimitive(it) } ?: JsonPrimitive(text)
}
