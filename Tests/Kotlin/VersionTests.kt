package tanada.client.tests

import tanada.client.DocumentVersion

/** The newest version of documents is that of the server, which its own page asks for. */
fun versions(server: Server, report: Report) {
  report.section("versions", "versions")
  report.check("the newest") {
    val link = server.get("/", accept = "text/html").headers().firstValue("Link").orElse("none")
    val newest = Regex("[?&]max_version=(\\d+)>").find(link)?.groupValues?.get(1)
      ?: throw Difference("expected max_version in the Link of the page, found $link")
    it.equal(DocumentVersion.NEWEST, newest.toInt(), "/max_version")
  }
}
