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
    val aspect = image.width / image.height
    val isWider = aspect >= view.width / view.height
    val (width, height) = when {
      mode == Mode.ACTUAL -> image
      isWider == (mode == Mode.FIT) -> Size(view.width, (view.width / aspect).saturated())
      else -> Size((view.height * aspect).saturated(), view.height)
    }
    return Rect((view.width - width) * 0.5, (view.height - height) * 0.5, width, height)
  }
}

/** This size at a scale. */
internal fun Size.scaled(scale: Double): Size =
  Size((width * scale).saturated(), (height * scale).saturated())
