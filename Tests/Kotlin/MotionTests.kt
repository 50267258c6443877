package tanada.client.tests

import tanada.client.Carousel
import tanada.client.Motion
import tanada.client.Motion.Frame
import tanada.client.Point
import tanada.client.Rect
import tanada.client.ScrollZoom
import tanada.client.Size
import tanada.client.StackStates

/** Parts of motion and zoom that no conformance case shows, such as places beyond the frames, quads and pieces. */
fun motion(report: Report) {
  report.section("motion and zoom", "checks")
  val line = Motion(
    frames = listOf(Frame(0.0, mapOf("x" to 0.0)), Frame(1.0, mapOf("x" to 10.0)), Frame(2.0, mapOf("x" to 30.0))),
    steps = listOf(Frame(0.0, mapOf("z" to 1.0)), Frame(1.5, mapOf("z" to 2.0))))
  report.check("values beyond the frames") { comparison ->
    val places = mapOf(-1.0 to (0.0 to -10.0), 0.5 to (5.0 to 5.0), 2.0 to (30.0 to 30.0), 3.0 to (30.0 to 50.0))
    for ((place, values) in places) {
      comparison.equal(line.valuesAt(place)["x"], values.first, "/valuesAt $place")
      comparison.equal(line.extendedValuesAt(place)["x"], values.second, "/extendedValuesAt $place")
    }
  }
  report.check("a motion of one frame") {
    it.equal(Motion(line.frames.take(1)).extendedValuesAt(7.0), mapOf("x" to 0.0), "/extendedValuesAt")
  }
  report.check("steps") { comparison ->
    for ((place, value) in mapOf(-9.0 to 1.0, 1.4 to 1.0, 1.5 to 2.0, 9.0 to 2.0)) {
      comparison.equal(line.stepAt("z", place), value, "/stepAt $place")
    }
    comparison.equal(line.stepAt("is_hidden", 0.0), null, "/stepAt")
  }
  report.check("quads, parts and pieces of states") { comparison ->
    val quad = listOf(listOf(-1, -2), listOf(3, -4), listOf(5, 6), listOf(-7, 8))
    val piece = mapOf("tx" to 4, "scale_x" to 0.5, "alpha" to 0)
    val states = listOf(
      mapOf("progress" to 0, "quad" to quad, "shadow" to mapOf("radius" to 2), "is_hidden" to false, "pieces" to null),
      mapOf("progress" to 1, "quad" to quad, "shadow" to mapOf("radius" to 4), "pieces" to listOf(piece)))
    val values = StackStates.motion(states).valuesAt(0.5)
    val expected = mapOf(
      "progress" to 0.5, "quad.top_left.x" to -1.0, "quad.top_right.y" to -4.0, "quad.bottom_right.x" to 5.0,
      "quad.bottom_left.y" to 8.0, "shadow.radius" to 3.0, "pieces.0.tx" to 2.0, "pieces.0.scale_x" to 0.75,
      "pieces.0.alpha" to 0.5, "is_hidden" to null)
    for ((name, value) in expected) comparison.equal(values[name], value, "/$name")
  }
  report.check("a pile turns one card at a time") { comparison ->
    val pile = Carousel.ofStack(count = 3, width = 400.0)
    comparison.equal(pile.settled(0.0, -900.0, -5000.0).offset, 400.0, "/far")
    comparison.equal(pile.settled(400.0, -150.0).offset, 400.0, "/short")
    comparison.equal(pile.settled(800.0, -300.0).offset, 800.0, "/last")
    // Halfway between two snaps, the one before is the nearest.
    val free = Carousel(listOf(0.0, 100.0), 400.0, options = Carousel.Options(Carousel.Mode.FREE))
    comparison.equal(free.settled(0.0, -50.0).snap, 0, "/snap")
  }
  report.check("a double tap makes no image wider than 4000 points") {
    val zoom = ScrollZoom(Size(8000.0, 6000.0), Size(2000.0, 1500.0))
    it.equal(zoom.doubleTapScale, 0.5, "/doubleTapScale")
  }
  report.check("a box in coordinates of the screen") {
    it.equal(Rect(1.0, 2.0, 3.0, 4.0).movedBy(Point(10.0, 20.0)), Rect(11.0, 22.0, 3.0, 4.0), "/movedBy")
  }
}
