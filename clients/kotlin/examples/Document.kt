package tanada.client.examples

import kotlinx.serialization.json.JsonNull
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.double
import kotlinx.serialization.json.jsonArray
import kotlinx.serialization.json.jsonObject
import kotlinx.serialization.json.jsonPrimitive
import tanada.client.Point
import tanada.client.Rect

/**
 * An item on the screen.
 *
 * @property section the id of its section
 * @property item its members: those of its kind, `image`, `action`, `impression_id`, …
 * @property cell how it is drawn: the slots that lie in its frame; null where nothing is known
 * @property frame in points from the top left corner of the screen
 */
class Box(val section: String, val item: JsonObject, val cell: JsonObject?, val frame: Rect) {
  val id: Long get() = item.getValue("id").jsonPrimitive.content.toLong()
  val label: String get() = item["accessibility_label"]?.jsonPrimitive?.content ?: ""
}

/** The boxes of a document's items, from top to bottom; of a row that moves sideways those where it begins. */
fun boxes(document: JsonObject): List<Box> =
  document.getValue("sections").jsonArray.map { it.jsonObject }.flatMap { section ->
    val layout = section.getValue("layout").jsonObject
    val origin = point(section["frame"]) + point(section["layout_origin"])
    // What a layout hides is at its end.
    val hidden = layout["hidden_item_ids"]?.jsonArray?.size ?: 0
    val frames = layout["frames"]?.jsonArray?.dropLast(hidden) ?: emptyList()
    section.getValue("items").jsonArray.zip(frames) { item, frame ->
      Box(
        section.getValue("id").jsonPrimitive.content, item.jsonObject,
        section["cell"]?.takeIf { it !is JsonNull }?.jsonObject, rect(frame.jsonObject).movedBy(origin))
    }
  }

private fun rect(frame: JsonObject): Rect {
  val (x, y, width, height) =
    listOf("x", "y", "width", "height").map { frame.getValue(it).jsonPrimitive.double }
  return Rect(x, y, width, height)
}

private fun point(place: Any?): Point {
  val members = place as? JsonObject ?: return Point(0.0, 0.0)
  return Point(members.getValue("x").jsonPrimitive.double, members.getValue("y").jsonPrimitive.double)
}

private operator fun Point.plus(other: Point) = Point(x + other.x, y + other.y)
