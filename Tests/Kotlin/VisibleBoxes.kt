package tanada.client.tests

import kotlinx.serialization.json.JsonObject
import tanada.client.FrameIndex
import tanada.client.Rect

/** Layouts with boxes side by side, of many heights, and with items that are hidden. */
private val layouts = listOf(
  "uniform_grid?columns=3", "staggered_grid?columns=4", "staggered_grid?placement=balanced", "mosaic?columns=3",
  "justified_rows?widows=hide", "shelf", "carousel")

/** The heights of ranges, in points: a place, less than a gap, and a screen. */
private val heights = listOf(0.0, 5.0, 844.0)

/** The boxes that are visible, of every layout at many offsets, are those of the server. */
fun visibleBoxes(server: Server, report: Report) {
  report.section("visible boxes", "ranges")
  for (layout in layouts) {
    val answer = server.post("/v1/layouts/$layout", items)
    val hidden = answer.texts("hidden_item_ids").toSet()
    val frames = answer.objects("frames").filter { it.textOrNull("id") !in hidden }
    val index = FrameIndex(frames.map { it.rect() })
    for (from in offsets(frames)) {
      for (height in heights) {
        report.check("$layout from $from, $height high") { comparison ->
          val to = from + height
          val separator = if (layout.contains("?")) "&" else "?"
          val expected = server.post("/v1/layouts/$layout${separator}y_range=$from,$to", items)
          val ids = index.positions(from, to).map { frames[it].textOrNull("id") }
          comparison.equal(ids, expected.child("visible").texts("item_ids"), "/visible")
        }
      }
    }
  }
  report.check("overlapping boxes") { comparison ->
    // A high box at the top, which a search for the first box below would lose.
    val boxes = List(50) { Rect(0.0, it * 10.0, 10.0, if (it == 0) 1000.0 else 10.0) }
    val index = FrameIndex(boxes.reversed())
    comparison.equal(index.positions(250.0, 260.0), listOf(24, 49), "/positions")
    comparison.equal(index.positions(600.0, 700.0), listOf(49), "/positions")
    comparison.equal(FrameIndex(emptyList()).positions(0.0, 1.0), emptyList<Int>(), "/positions")
  }
}

/** 33 items with pictures of many shapes: the last one is alone in its row where rows are justified. */
private val items: String = (1..33).joinToString(",", "{\"result\":[", "]}") {
  "{\"id\":$it,\"photo_width\":${100 + it * 37 % 90 * 10},\"photo_height\":${100 + it * 53 % 70 * 10}," +
    "\"width\":${60 + it * 29 % 200},\"height\":${40 + it * 41 % 300}}"
}

/** Above, below, at each edge of some boxes, and between. */
private fun offsets(frames: List<JsonObject>): List<Double> {
  val edges = frames.filterIndexed { i, _ -> i % 4 == 0 }.map { it.rect() }.flatMap { listOf(it.y, it.maxY, it.y + 3) }
  return (listOf(-900.0, -1.0, 0.0, 1e6) + edges).distinct()
}
