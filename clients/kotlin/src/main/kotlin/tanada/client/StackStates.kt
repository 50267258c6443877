package tanada.client

/** The motion of a `card_stack` between the states that a document publishes. */
public object StackStates {
  private val corners = listOf("top_left", "top_right", "bottom_right", "bottom_left")

  /**
   * The motion through the member `states` of a layout. Its places are the progress of a card: 0 for the card in front,
   * 1 for the one behind it. The order of depth jumps halfway between two states.
   *
   * @param states objects as a JSON parser reads them: maps, lists, numbers, truth values and nulls; at least one
   */
  public fun motion(states: List<Map<String, Any?>>): Motion {
    val samples = states.map { state -> LinkedHashMap<String, Double>().also { flatten(state, "", it) } }
    val places = samples.map { requireNotNull(it["progress"]) { "states: expected a progress in each" } }
    // A state without pieces is that of a whole card.
    val whole = samples.flatMap { it.keys }.associateWith {
      if (it.contains("scale") || it.contains("alpha")) 1.0 else 0.0
    }
    return Motion(
      frames = samples.mapIndexed { i, sample -> Motion.Frame(places[i], whole + sample) },
      steps = samples.mapIndexed { i, sample ->
        val at = if (i == 0) places[i] else (places[i - 1] + places[i]) / 2
        Motion.Frame(at, sample.filterKeys { it == "z_index" })
      },
    )
  }

  /** Writes the numbers of [value] into [numbers], by the names that channels have. */
  private fun flatten(value: Any?, path: String, numbers: MutableMap<String, Double>) {
    when (value) {
      is Number -> numbers[path] = value.toDouble()
      is Map<*, *> -> for ((name, part) in value) {
        if (name == "quad") flattenQuad(part, join(path, "quad"), numbers)
        else flatten(part, join(path, name.toString()), numbers)
      }
      is List<*> -> value.forEachIndexed { i, part -> flatten(part, join(path, "$i"), numbers) }
    }
  }

  /** A quad is four pairs, clockwise from the top left. */
  private fun flattenQuad(value: Any?, path: String, numbers: MutableMap<String, Double>) {
    val quad = (value as? List<*>)?.filterIsInstance<List<*>>() ?: return
    for ((corner, pair) in corners.zip(quad)) {
      flatten(pair.getOrNull(0), "$path.$corner.x", numbers)
      flatten(pair.getOrNull(1), "$path.$corner.y", numbers)
    }
  }

  private fun join(path: String, name: String) = if (path.isEmpty()) name else "$path.$name"
}
