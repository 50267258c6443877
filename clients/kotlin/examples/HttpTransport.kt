package tanada.client.examples

import java.io.IOException
import java.net.HttpURLConnection
import java.net.URI

/**
 * An answer of a server.
 *
 * @property tag its `ETag`; null without one
 */
class Answer(val status: Int, val body: String, val tag: String? = null)

/**
 * The answer to a GET, with `If-None-Match` unless [tag] is null. Blocks for up to 10 s to connect and 10 s for each
 * part of the body; throws [IOException] without a network. `HttpURLConnection` is in Android and in every JVM.
 */
fun httpGet(address: URI, tag: String?): Answer {
  val connection = address.toURL().openConnection() as? HttpURLConnection
    ?: throw IOException("$address: expected an address of HTTP")
  try {
    connection.connectTimeout = 10_000
    connection.readTimeout = 10_000
    if (tag != null) connection.setRequestProperty("If-None-Match", tag)
    val status = connection.responseCode
    val stream = if (status < 400) connection.inputStream else connection.errorStream
    val body = stream?.use { it.readBytes().toString(Charsets.UTF_8) } ?: ""
    return Answer(status, body, connection.getHeaderField("ETag"))
  } finally {
    connection.disconnect()
  }
}
