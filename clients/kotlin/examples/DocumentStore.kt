package tanada.client.examples

import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonObject
import java.io.File
import java.io.IOException
import java.net.URI
import java.security.MessageDigest

/**
 * Documents by their addresses, the last good one of each in a folder that exists.
 *
 * @param get asks for an address with a tag for `If-None-Match`, or with null: by the HTTP client of the app. Throws
 *   [IOException] without a network
 */
class DocumentStore(private val folder: File, private val get: (address: URI, tag: String?) -> Answer) {
  /** Where a document is from. */
  enum class Source { NEW, UNCHANGED, OFFLINE }

  /**
   * The newest document, or the last good one if the server cannot be reached or gives none. Blocks as [get] does.
   * Throws [IOException] for a status of 400 to 499, and where there is no good document.
   */
  fun load(address: URI): Pair<JsonObject, Source> {
    val files = Files(folder, address)
    // 1. Ask for it, with the tag of the one that is there.
    val stored = files.document()
    val answer = try {
      get(address, if (stored == null) null else files.tag())
    } catch (error: IOException) {
      return (stored ?: throw error) to Source.OFFLINE
    }
    // 2. A good one is kept. A network that asks its guests to sign in answers 200 with a page, or leads elsewhere.
    val new = if (answer.status == 200) read(answer.body) else null
    if (new != null) {
      files.keep(answer)
      return new to Source.NEW
    }
    if (stored == null || answer.status in 400..499) {
      throw IOException("$address: expected a document, found status ${answer.status}: ${answer.body.take(200)}")
    }
    return stored to if (answer.status == 304) Source.UNCHANGED else Source.OFFLINE
  }

  /** The files of an address. */
  private class Files(private val folder: File, address: URI) {
    private val name = MessageDigest.getInstance("SHA-256").digest("$address".toByteArray())
      .joinToString("") { "%02x".format(it) }
    private val body = File(folder, "$name.json")
    private val tag = File(folder, "$name.tag")

    fun document(): JsonObject? = if (body.exists()) read(body.readText()) else null

    fun tag(): String? = if (tag.exists()) tag.readText() else null

    /** The tag is removed first, so that it is never that of another document. */
    fun keep(answer: Answer) {
      tag.delete()
      val new = File(folder, "$name.new")
      new.writeText(answer.body)
      if (!new.renameTo(body)) throw IOException("$body: expected a file that can be written")
      answer.tag?.let { tag.writeText(it) }
    }
  }
}

/** A document in a text; null if there is none. */
private fun read(text: String): JsonObject? =
  try {
    (Json.parseToJsonElement(text) as? JsonObject)?.takeIf { it["sections"] is JsonArray }
  } catch (unreadable: IllegalArgumentException) {
    null
  }
