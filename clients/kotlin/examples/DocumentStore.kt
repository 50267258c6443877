package tanada.client.examples

import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.jsonObject
import java.io.File
import java.io.IOException
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.security.MessageDigest

/**
 * Documents by their addresses, the last good one of each in a folder. On Android use the HTTP client of your app in
 * place of `java.net.http`, which it does not have.
 */
class DocumentStore(private val folder: File, private val client: HttpClient = HttpClient.newHttpClient()) {
  /** Where a document is from. */
  enum class Source { NEW, UNCHANGED, OFFLINE }

  /** The newest document, or the last good one if the server cannot be reached or has none that is better. */
  fun load(address: URI): Pair<JsonObject, Source> {
    val name = MessageDigest.getInstance("SHA-256").digest("$address".toByteArray())
      .joinToString("") { "%02x".format(it) }
    val body = File(folder, "$name.json")
    val tag = File(folder, "$name.tag")
    // 1. Ask for it, with the tag of the one that is there.
    val request = HttpRequest.newBuilder(address)
    if (body.exists() && tag.exists()) request.header("If-None-Match", tag.readText())
    val response = try {
      client.send(request.build(), HttpResponse.BodyHandlers.ofString())
    } catch (error: IOException) {
      if (!body.exists()) throw error
      return read(body.readText()) to Source.OFFLINE
    }
    // 2. A good one is kept: the tag is removed first, so that it is never that of another document.
    return when {
      response.statusCode() == 200 -> {
        val document = read(response.body())
        tag.delete()
        val new = File(folder, "$name.new")
        new.writeText(response.body())
        if (!new.renameTo(body)) throw IOException("$body: expected a file that can be written")
        response.headers().firstValue("ETag").ifPresent { tag.writeText(it) }
        document to Source.NEW
      }
      response.statusCode() == 304 -> read(body.readText()) to Source.UNCHANGED
      response.statusCode() >= 500 && body.exists() -> read(body.readText()) to Source.OFFLINE
      else -> throw IOException("$address: status ${response.statusCode()}: ${response.body()}")
    }
  }

  private fun read(text: String): JsonObject = Json.parseToJsonElement(text).jsonObject
}
