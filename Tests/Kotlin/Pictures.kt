package tanada.client.tests

import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.jsonObject
import tanada.client.PictureSource

/** The source that is chosen for a screen, of values and of the pictures of a running server. */
fun pictures(server: Server, report: Report) {
  report.section("choice of pictures", "choices")
  val sources = listOf(
    PictureSource("image/avif", mapOf(1.0 to "a1", 2.0 to "a2", 3.0 to "a3")),
    PictureSource("image/jpeg", mapOf(1.0 to "j1", 2.0 to "j2")))
  val all = setOf("image/jpeg", "image/avif")
  val jpeg = setOf("image/jpeg")
  val cases = listOf(
    Triple(all, 1.0, "a1"), Triple(all, 1.5, "a2"), Triple(all, 2.0, "a2"), Triple(all, 2.625, "a3"),
    Triple(all, 4.0, "a3"), Triple(all, 0.75, "a1"), Triple(jpeg, 1.0, "j1"), Triple(jpeg, 3.0, "j2"),
    Triple(setOf("image/webp"), 2.0, null))
  for ((types, density, expected) in cases) {
    report.check("$types at $density") {
      it.equal(PictureSource.choose(sources, types, density)?.address, expected, "/address")
    }
  }
  report.check("a format without addresses is left out") {
    val empty = listOf(PictureSource("image/avif", emptyMap())) + sources
    it.equal(PictureSource.choose(empty, all, 1.0)?.address, "a1", "/address")
  }
  report.check("pictures of a document") { comparison ->
    val images = server.document("/v1/feeds/home").objects("sections")
      .flatMap { it.objects("items") }.mapNotNull { it.member("image")?.jsonObject }
    val published = images.map { image -> image.objects("sources").map(::source) }.filter { it.isNotEmpty() }
    comparison.isTrue(published.isNotEmpty()) { "expected pictures with sources, found none" }
    for (list in published) {
      val choice = PictureSource.choose(list, jpeg, 2.625)
      comparison.equal(choice?.density, 3.0, "/density")
      comparison.equal(choice?.address, list.first { it.type == "image/jpeg" }.addresses[3.0], "/address")
    }
    // It is there, in the format that was chosen.
    val choice = requireNotNull(PictureSource.choose(published.first(), jpeg, 1.0))
    val type = server.get(choice.address).headers().firstValue("Content-Type").orElse(null)
    comparison.equal(type, "image/jpeg", "/content-type")
  }
}

private fun source(source: JsonObject): PictureSource {
  val densities = listOf(1.0 to "1x", 2.0 to "2x", 3.0 to "3x")
  val addresses = densities.mapNotNull { (density, name) -> source.textOrNull(name)?.let { density to it } }
  return PictureSource(requireNotNull(source.textOrNull("type")), addresses.toMap())
}
