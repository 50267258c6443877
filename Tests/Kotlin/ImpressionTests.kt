package tanada.client.tests

import tanada.client.Impressions
import tanada.client.Rect

/** A change of what is visible, and the ids that are reported then. */
private class Change(val time: Long, val seen: List<String>, vararg val shares: Pair<String, Double>)

private val courses = mapOf(
  "seen after 800 ms" to listOf(
    Change(1000, listOf(), "a" to 0.5), Change(1799, listOf(), "a" to 0.9), Change(1800, listOf("a"), "a" to 1.0)),
  "less than half is not visible" to listOf(
    Change(0, listOf(), "a" to 0.499), Change(5000, listOf(), "a" to 0.499)),
  "a break begins anew" to listOf(
    Change(0, listOf(), "a" to 1.0), Change(700, listOf(), "a" to 0.4), Change(701, listOf(), "a" to 1.0),
    Change(1500, listOf(), "a" to 1.0), Change(1501, listOf("a"), "a" to 1.0)),
  "one that leaves after 800 ms was seen" to listOf(
    Change(0, listOf(), "a" to 1.0), Change(900, listOf("a"))),
  "one that leaves before was not" to listOf(
    Change(0, listOf(), "a" to 1.0), Change(799, listOf()), Change(5000, listOf())),
  "once, though it comes again" to listOf(
    Change(0, listOf(), "a" to 1.0), Change(800, listOf("a")), Change(900, listOf(), "a" to 1.0),
    Change(9000, listOf(), "a" to 1.0)),
  "each has its own time" to listOf(
    Change(0, listOf(), "a" to 1.0), Change(400, listOf(), "a" to 1.0, "b" to 0.5),
    Change(800, listOf("a"), "a" to 1.0, "b" to 0.5), Change(1200, listOf("b"), "a" to 1.0, "b" to 0.5)),
  "a clock that goes back" to listOf(
    Change(1000, listOf()), Change(100, listOf(), "a" to 1.0), Change(1799, listOf(), "a" to 1.0),
    Change(1800, listOf("a"), "a" to 1.0)),
)

/** Boxes that are half visible for 800 ms, once. */
fun impressions(report: Report) {
  report.section("impressions", "courses")
  for ((name, changes) in courses) {
    report.check(name) { comparison ->
      var state = Impressions()
      for (change in changes) {
        val step = state.after(change.time, mapOf(*change.shares))
        comparison.equal(step.seen, change.seen, "/seen at ${change.time}")
        state = step.state
      }
    }
  }
  report.check("asks again at the time it says") { comparison ->
    comparison.equal(Impressions().nextTime, null, "/nextTime")
    val shares = mapOf("a" to 1.0)
    val state = Impressions().after(250, shares).state.after(300, shares + ("b" to 1.0)).state
    comparison.equal(state.nextTime, 1050L, "/nextTime")
    val step = state.after(1050, shares)
    comparison.equal(step.seen, listOf("a"), "/seen")
    comparison.equal(step.state.nextTime, null, "/nextTime")
  }
  report.check("those of an earlier run are not reported again") { comparison ->
    val state = Impressions(setOf("a")).after(0, mapOf("a" to 1.0, "b" to 1.0)).state
    val step = state.after(800, emptyMap())
    comparison.equal(step.seen, listOf("b"), "/seen")
    comparison.equal(step.state.reported, setOf("a", "b"), "/reported")
  }
  report.check("the share of a box in a window") { comparison ->
    val window = Rect(0.0, 100.0, 390.0, 800.0)
    val shares = listOf(
      Rect(0.0, 100.0, 390.0, 800.0) to 1.0, Rect(0.0, 50.0, 390.0, 100.0) to 0.5,
      Rect(-50.0, 50.0, 100.0, 100.0) to 0.25, Rect(0.0, 0.0, 390.0, 100.0) to 0.0,
      Rect(10.0, 200.0, 0.0, 10.0) to 0.0, Rect(400.0, 1000.0, 10.0, 10.0) to 0.0)
    for ((box, share) in shares) comparison.equal(box.shareIn(window), share, isExact = true, path = "$box")
  }
}
