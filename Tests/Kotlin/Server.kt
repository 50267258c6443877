package tanada.client.tests

import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.jsonObject
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse

/** A running server. */
class Server(address: String) {
  private val base = URI(address)
  private val client = HttpClient.newHttpClient()

  fun get(path: String, accept: String = "*/*"): HttpResponse<String> =
    send(HttpRequest.newBuilder(base.resolve(path)).header("Accept", accept).build(), path)

  /** The document at a path. */
  fun document(path: String): JsonObject = Json.parseToJsonElement(get(path).body()).jsonObject

  /** The answer to a body. */
  fun post(path: String, body: String): JsonObject {
    val request = HttpRequest.newBuilder(base.resolve(path))
      .header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(body)).build()
    return Json.parseToJsonElement(send(request, path).body()).jsonObject
  }

  private fun send(request: HttpRequest, path: String): HttpResponse<String> {
    val response = client.send(request, HttpResponse.BodyHandlers.ofString())
    if (response.statusCode() != 200) {
      throw Difference("$path: expected status 200, found ${response.statusCode()}: ${response.body()}")
    }
    return response
  }
}
