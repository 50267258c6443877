package tanada.client

/**
 * One format of a picture: an element of `sources` of an `image`.
 *
 * @property type the media type, such as `image/webp`
 * @property addresses by how many pixels they have per point: those of `1x`, `2x` and `3x`
 */
public data class PictureSource(
  public val type: String, public val addresses: Map<Double, String>,
) {
  /**
   * A picture to load.
   *
   * @property type its media type
   * @property density how many pixels it has per point
   * @property address as the document says it: relative to the address of the document
   */
  public data class Choice(
    public val type: String, public val density: Double, public val address: String,
  )

  public companion object {
    /**
     * The picture to load: of the first format that the device knows, the smallest one that is sharp enough, or else
     * the largest. Null if there is none: load `url` of the image then.
     *
     * @param sources the best format first
     * @param types the media types that the device decodes
     * @param density the pixels per point of the screen, above 0
     */
    public fun choose(sources: List<PictureSource>, types: Set<String>, density: Double): Choice? {
      val source = sources.firstOrNull { it.type in types && it.addresses.isNotEmpty() } ?: return null
      val densities = source.addresses.keys.sorted()
      val chosen = densities.firstOrNull { it >= density } ?: densities.last()
      return Choice(source.type, chosen, source.addresses.getValue(chosen))
    }
  }
}
