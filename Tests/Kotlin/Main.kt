package tanada.client.tests

import java.io.File

/** The tests of clients/kotlin: the folder of the conformance cases, and the address of a running server. */
fun main(arguments: Array<String>) {
  val (folder, address) = arguments
  val report = Report()
  conformance(File(folder), report)
  motion(report)
  impressions(report)
  documentStore(report)
  val server = Server(address)
  versions(server, report)
  drags(server, report)
  visibleBoxes(server, report)
  pictures(server, report)
  report.finish()
}
