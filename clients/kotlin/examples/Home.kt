package tanada.client.examples

import kotlinx.serialization.json.jsonPrimitive
import tanada.client.DocumentVersion
import tanada.client.FrameIndex
import java.io.File
import java.net.URI
import java.util.Locale

/**
 * Loads a screen and prints the boxes that are visible: the address of the server, a folder for documents, how far the
 * screen is scrolled and how high it is, in points.
 */
fun main(arguments: Array<String>) {
  val (server, folder) = arguments
  val (offset, height) = arguments.drop(2).map { it.toDouble() }
  val store = DocumentStore(File(folder), ::httpGet)
  val feed = "/v1/feeds/home?width=390&max_version=${DocumentVersion.NEWEST}"
  val (document, source) = store.load(URI(server).resolve(feed))
  println("revision ${document.getValue("revision").jsonPrimitive.content}, ${source.name.lowercase()}")
  val boxes = boxes(document)
  val index = FrameIndex(boxes.map { it.frame })
  for (box in index.positions(offset, offset + height).map { boxes[it] }) {
    val place = String.format(Locale.ROOT, "%.3f,%.3f", box.frame.x, box.frame.y)
    println("${box.section}/${box.id} at $place: ${box.label}")
  }
}
