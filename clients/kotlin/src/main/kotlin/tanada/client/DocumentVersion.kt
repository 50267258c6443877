package tanada.client

/** Versions of documents: of what layouts, cells and headers need to be drawn. */
public object DocumentVersion {
  /**
   * The newest version that this library knows: `max_version` of the addresses that an app asks for, so that a newer
   * server answers with nothing newer. An app that draws less asks for less; 1 or above.
   */
  public const val NEWEST: Int = 2
}
