package tanada.client.tests

import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonNull
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.boolean
import kotlinx.serialization.json.booleanOrNull
import kotlinx.serialization.json.doubleOrNull
import kotlinx.serialization.json.jsonArray
import kotlinx.serialization.json.jsonObject
import kotlinx.serialization.json.jsonPrimitive
import tanada.client.Point
import tanada.client.Rect
import tanada.client.Size
import java.io.File

// Reading the members of cases and documents. What is missing and has no default ends the test.

fun readJson(file: File): JsonObject = Json.parseToJsonElement(file.readText()).jsonObject

/** The member of a name; null if it is missing or null. */
fun JsonObject.member(name: String): JsonElement? = this[name]?.takeUnless { it is JsonNull }

fun JsonObject.required(name: String): JsonElement =
  member(name) ?: throw Difference("/$name: expected a value, found nothing in ${keys.joinToString()}")

fun JsonObject.child(name: String): JsonObject = required(name).jsonObject

fun JsonObject.objects(name: String): List<JsonObject> =
  member(name)?.jsonArray?.map { it.jsonObject } ?: emptyList()

fun JsonObject.texts(name: String): List<String> =
  member(name)?.jsonArray?.map { it.jsonPrimitive.content } ?: emptyList()

fun JsonObject.numberOrNull(name: String): Double? = member(name)?.jsonPrimitive?.doubleOrNull

fun JsonObject.number(name: String): Double =
  numberOrNull(name) ?: throw Difference("/$name: expected a number, found ${this[name]}")

fun JsonObject.number(name: String, default: Double): Double = numberOrNull(name) ?: default

fun JsonObject.textOrNull(name: String): String? = member(name)?.jsonPrimitive?.content

fun JsonObject.flag(name: String): Boolean = member(name)?.jsonPrimitive?.boolean ?: false

fun JsonElement.numbers(): List<Double> = jsonArray.map { requireNotNull(it.jsonPrimitive.doubleOrNull) }

fun JsonObject.size() = Size(number("width"), number("height"))

fun JsonObject.point() = Point(number("x"), number("y"))

fun JsonObject.rect() = Rect(number("x"), number("y"), number("width"), number("height"))

/** A size or a point as options write it: `390x844`, `120,-30.5`. */
fun pair(text: String, separator: Char): Pair<Double, Double> {
  val (first, second) = text.split(separator).map { it.toDouble() }
  return first to second
}

/** The value as any parser of JSON reads it: maps, lists, numbers, texts, truth values and nulls. */
fun plain(element: JsonElement): Any? = when (element) {
  is JsonObject -> element.mapValues { plain(it.value) }
  is JsonArray -> element.map { plain(it) }
  is JsonNull -> null
  is JsonPrimitive ->
    if (element.isString) element.content else element.booleanOrNull ?: element.doubleOrNull
}
