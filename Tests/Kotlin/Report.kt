package tanada.client.tests

import kotlin.system.exitProcess

/** Runs checks, and says how many of each section there were. */
class Report {
  private class Section(val title: String, val unit: String) {
    var checks = 0
    var values = 0
  }

  private val sections = ArrayList<Section>()
  private val failures = ArrayList<String>()

  /** Begins a section; what is checked next is counted as its [unit]. */
  fun section(title: String, unit: String) {
    sections.add(Section(title, unit))
  }

  fun check(name: String, body: (Comparison) -> Unit) {
    val comparison = Comparison()
    try {
      body(comparison)
    } catch (difference: Exception) {
      val message = if (difference is Difference) difference.message else difference.toString()
      failures.add("${sections.last().title}, $name: $message")
    }
    sections.last().checks += 1
    sections.last().values += comparison.count
  }

  /** Prints the counts, and ends with status 1 if something differs. */
  fun finish() {
    for (failure in failures) println("FAILED $failure")
    if (failures.isNotEmpty()) {
      println("✘ kotlin: ${failures.size} of ${sections.sumOf { it.checks }} checks failed")
      exitProcess(1)
    }
    for (section in sections) {
      println("✔ kotlin, ${section.title}: ${section.checks} ${section.unit}, ${section.values} values")
    }
  }
}
