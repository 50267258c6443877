package tanada.client.tests

import kotlinx.serialization.json.JsonObject
import java.io.File

/** Runs exactly the cases and tables that `client.json` lists. */
fun conformance(folder: File, report: Report) {
  val list = readJson(File(folder, "client.json"))
  val types = list.child("types").keys
  val cases = list.texts("cases")
  require(cases.isNotEmpty()) { "client.json: expected cases" }
  for (type in types) {
    require(cases.any { it.startsWith("$type/") }) { "client.json: expected a case of $type" }
  }
  report.section("conformance cases", "cases")
  for (name in cases) {
    report.check(name) { comparison ->
      val case = readJson(File(folder, "cases/$name.json"))
      comparison.equal(case.textOrNull("type"), name.substringBefore("/"), "/type")
      check(case, name.substringBefore("/"), comparison)
    }
  }
  report.section("conformance tables", "rows")
  val tables = list.objects("tables")
  require(tables.isNotEmpty()) { "client.json: expected tables" }
  for (table in tables) {
    val file = table.textOrNull("file") ?: ""
    val member = table.textOrNull("member") ?: ""
    val rows = readJson(File(folder, "$file.json")).objects(member)
    require(rows.isNotEmpty()) { "$file: expected rows of $member" }
    rows.forEachIndexed { i, row ->
      report.check("$file, $member $i") { check(row, table.textOrNull("type") ?: "", it) }
    }
  }
}

/** Compares one case. One that compares nothing has to be empty. */
private fun check(case: JsonObject, type: String, comparison: Comparison) {
  val check = conformanceChecks[type] ?: throw Difference("no check of the type $type")
  val before = comparison.count
  check(comparison, case)
  val expected = case["expected"] as? JsonObject
  val isEmpty = expected != null && expected["frames"] != null && expected.objects("frames").isEmpty()
  if (comparison.count == before && !isEmpty) throw Difference("nothing was compared")
}

