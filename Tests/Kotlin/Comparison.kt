package tanada.client.tests

import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.doubleOrNull
import kotlin.math.abs

/** A value that is not the expected one. */
class Difference(message: String) : Exception(message)

/** Compares what was computed with cases, and counts the values that it has compared. */
class Comparison {
  var count = 0
    private set

  /** The members of [expected], with numbers that are exactly equal, or within 1e-9 of them. */
  fun equal(actual: Any?, expected: JsonElement, isExact: Boolean = true, path: String = "") {
    when (expected) {
      is JsonObject -> {
        val members = actual as? Map<*, *> ?: throw Difference("$path: expected an object, found $actual")
        for ((name, value) in expected) equal(members[name], value, isExact, "$path/$name")
      }
      is JsonArray -> {
        val list = actual as? List<*> ?: throw Difference("$path: expected a list, found $actual")
        if (list.size != expected.size) {
          throw Difference("$path: expected ${expected.size} elements, found ${list.size}")
        }
        expected.forEachIndexed { i, value -> equal(list[i], value, isExact, "$path/$i") }
      }
      is JsonPrimitive -> {
        val number = if (expected.isString) null else expected.doubleOrNull
        if (number != null && actual is Number) equal(actual.toDouble(), number, isExact, path)
        else equal(actual, plain(expected), path)
      }
    }
  }

  fun equal(actual: Double, expected: Double, isExact: Boolean, path: String) {
    count += 1
    val isSame =
      if (isExact) actual == expected else abs(actual - expected) <= 1e-9 * maxOf(1.0, abs(expected))
    if (!isSame) throw Difference("$path: expected $expected, found $actual")
  }

  fun equal(actual: Any?, expected: Any?, path: String) {
    count += 1
    if (actual != expected) throw Difference("$path: expected $expected, found $actual")
  }

  fun isTrue(condition: Boolean, message: () -> String) {
    count += 1
    if (!condition) throw Difference(message())
  }
}
