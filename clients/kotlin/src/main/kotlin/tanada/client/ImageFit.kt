package tanada.client

/** The rectangle in which an image is drawn. */
public object ImageFit {
  /** How large an image is drawn: `content_mode` of a slot. */
  public enum class Mode {
    /** All of it is seen. */
    FIT,

    /** It covers the view. */
    FILL,

    /** One point for each pixel. */
    ACTUAL,
  }

  /**
   * The rectangle of an image in the middle of a view, in points from the view's top left corner.
   *
   * @param image in pixels, both above 0
   * @param view in points
   */
  public fun rect(image: Size, view: Size, mode: Mode = Mode.FIT): Rect {
    val across = view.width / image.width
    val down = view.height / image.height
    val scale = when (mode) {
      Mode.FIT -> minOf(across, down).saturated()
      Mode.FILL -> maxOf(across, down).saturated()
      Mode.ACTUAL -> 1.0
    }
    val (width, height) = image.scaled(scale)
    return Rect((view.width - width) / 2, (view.height - height) / 2, width, height)
  }
}

/** This size at a scale. */
internal fun Size.scaled(scale: Double): Size =
  Size((width * scale).saturated(), (height * scale).saturated())
