package tanada.client.tests

import com.sun.net.httpserver.HttpServer
import tanada.client.examples.Answer
import tanada.client.examples.DocumentStore
import tanada.client.examples.DocumentStore.Source
import tanada.client.examples.httpGet
import java.io.File
import java.io.IOException
import java.net.InetAddress
import java.net.InetSocketAddress
import java.net.URI

private val good = Answer(200, """{"revision":7,"sections":[]}""", "\"7\"")

/** Answers that are no document, and what they are to an app that has one. */
private val others = mapOf(
  "a page for guests" to (Answer(200, "<!DOCTYPE html><title>Welcome</title>", "\"portal\"") to Source.OFFLINE),
  "an empty answer" to (Answer(200, "") to Source.OFFLINE),
  "half a document" to (Answer(200, """{"revision":8,"sections":[""") to Source.OFFLINE),
  "a list" to (Answer(200, "[]") to Source.OFFLINE),
  "an object without sections" to (Answer(200, """{"sign_in":"/"}""") to Source.OFFLINE),
  "a way to another place" to (Answer(302, "") to Source.OFFLINE),
  "a server that is restarted" to (Answer(503, "{}") to Source.OFFLINE),
  "the same document" to (Answer(304, "", "\"7\"") to Source.UNCHANGED),
  "a mistake of the app" to (Answer(400, """{"code":"invalid_width"}""") to null),
)

/** The document to draw, for every kind of answer over HTTP. */
fun documentStore(report: Report) {
  report.section("document store", "answers")
  for ((name, case) in others) {
    val (answer, source) = case
    report.check("$name, without a document") { comparison ->
      withStore { store, port -> port.gives(answer) { comparison.equal(store.source(it), null, "/source") } }
    }
    report.check("$name, with a document") { comparison ->
      withStore { store, port ->
        port.gives(good) { comparison.equal(store.source(it), Source.NEW, "/first") }
        port.gives(answer) { comparison.equal(store.source(it), source, "/second") }
        // The last good document and its tag are still there.
        port.gives(Answer(304, "")) { comparison.equal(store.source(it), Source.UNCHANGED, "/third") }
        comparison.equal(port.tags, listOf(null, good.tag, good.tag), "/tags")
      }
    }
  }
  report.check("no network") { comparison ->
    withStore { store, port ->
      port.gives(good) { comparison.equal(store.source(it), Source.NEW, "/first") }
      comparison.equal(store.source(port.closed()), Source.OFFLINE, "/second")
    }
  }
}

/** Where the document is from; null if there is none. Compares nothing of another revision. */
private fun DocumentStore.source(address: URI): Source? {
  val (document, source) = try { load(address) } catch (expected: IOException) { return null }
  if (document.textOrNull("revision") != "7") throw Difference("expected revision 7, found $document")
  return source
}

private fun withStore(body: (DocumentStore, Port) -> Unit) {
  val folder = File.createTempFile("documents", "").apply { delete(); mkdir() }
  val port = Port()
  try {
    body(DocumentStore(folder, ::httpGet), port)
  } finally {
    port.closed()
    folder.deleteRecursively()
  }
}

/** A port that gives one answer at a time. */
private class Port {
  private val server = HttpServer.create(InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0)
  private val address = URI("http://127.0.0.1:${server.address.port}/v1/feeds/home")

  @Volatile private var answer = good

  /** The `If-None-Match` of every request. */
  @Volatile var tags = listOf<String?>()
    private set

  init {
    server.createContext("/") { exchange ->
      tags = tags + exchange.requestHeaders.getFirst("If-None-Match")
      answer.tag?.let { exchange.responseHeaders.set("ETag", it) }
      val body = answer.body.toByteArray()
      exchange.sendResponseHeaders(answer.status, if (body.isEmpty()) -1 else body.size.toLong())
      exchange.responseBody.use { if (body.isNotEmpty()) it.write(body) }
    }
    server.start()
  }

  fun gives(answer: Answer, body: (URI) -> Unit) {
    this.answer = answer
    body(address)
  }

  /** The address, which nothing listens at any more. */
  fun closed(): URI {
    server.stop(0)
    return address
  }
}
