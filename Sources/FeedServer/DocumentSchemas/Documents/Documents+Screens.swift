import FeedLayout
package import FeedModel

extension Documents {
  /// The whole screen, and a page of one of its sections.
  static let screens: [Schema.Component] = [
    ("FeedDocument", feedDocument), ("SectionPage", sectionPage), ("ItemError", itemError),
    ("Variant", variant), ("DocumentNote", note), ("JSONFeed", jsonFeed),
    ("JSONFeedItem", jsonFeedItem),
  ]

  private static let locale = Schema.text(pattern: LocaleTag.pattern)

  /// What a document says about how its request was read.
  package static let notes = Schema.Property.optional(
    "notes", .array(of: .component("DocumentNote")),
    "What could not be read in the request, which is answered all the same. Only there if there is something."
  )

  private static let note = Schema.object([
    .required(
      "code", .text(pattern: "^[a-z0-9_]+$"), "What it is about, for programs: unreadable_locale."),
    .required("detail", .text(), "What was expected, and what the document has instead."),
  ]).described("Something that a document says about how its request was read.")

  private static let feedDocument = Schema.object([
    .required(
      "schema_version", .integer(1...Int.max),
      "The version of this shape. Members are only ever added to it."),
    .required("feed", .text(), "The name of the feed."),
    .required("revision", .integer(0...Int.max), "The revision that changed the document last."),
    .required("generated_at", .moment, "When that revision was made."),
    .required(
      "expires_at", Schema.moment.orNull,
      "When something begins or ceases to be shown: ask again then. Null if nothing is scheduled."),
    .required("viewport", .component("Viewport")),
    .required(
      "content_size", .component("Size"), "The viewport's width, and the height of all sections."),
    .required(
      "text_size", .number(TextSize.supported),
      "The size of text, as a share of its designed size."),
    .required("direction", .component("Direction"), "Which way the screen reads."),
    .required("locale", locale, "The locale of texts and labels (BCP 47)."), notes,
    .required("sections", .array(of: .component("Section")), "The sections, from top to bottom."),
    errors,
  ]).described("A whole screen: content and geometry, as of one revision.")

  private static let sectionPage = Schema.object([
    .required("feed", .text(), "The name of the feed."),
    .required("revision", .integer(0...Int.max), "The revision that changed the section last."),
    .required(
      "section", .component("Section"),
      "The section with the page's items and their frames, in the coordinates of the whole section."
    ),
    .required("locale", locale, "The locale of texts and labels (BCP 47)."), notes,
    .required("next", Schema.text().orNull, "The path of the next page; null at the end."),
    errors,
  ]).described("A page of a section.")

  private static let errors = Schema.Property.optional(
    "errors", .array(of: .component("ItemError")),
    "The items that a layout cannot draw, if there are any. They are not among those of their sections, which "
      + "are drawn without them.")

  private static let itemError = Schema.object([
    .required("section", .text(), "The id of the section."),
    .required("item", .itemID, "The id of the item."),
    .required("detail", .text(), "What was expected and what was found."),
  ]).described("Why an item is not drawn.")

  private static let variant = Schema.object([
    .required("variant", .text(), "The name of the variant, for the parameter of a feed."),
    .required(
      "expires_at", Schema.moment.orNull,
      "When the variant may be another one: ask again then. Null if nothing is scheduled."),
  ]).described("Which variant of a feed a client gets.")

  private static let jsonFeed = Schema.object([
    .required("version", .constant("https://jsonfeed.org/version/1.1")),
    .required("title", .text(), "The name of the feed."),
    .required("language", locale, "The locale of the texts (BCP 47)."),
    .optional(
      "user_comment", .text(), "What could not be read in the request, if there is something."),
    .required("items", .array(of: .component("JSONFeedItem")), "The items from top to bottom."),
  ]).described("The members of JSON Feed 1.1 that are used.")

  private static let jsonFeedItem = Schema.object([
    .required("id", .text(), "The kind and the id, such as recent_news:3."),
    .optional("url", .text(), "What the item leads to, or its picture."),
    .required("title", .text(), "The headline."),
    .required("content_text", .text(), "The summary, or the headline."),
    .optional("image", .text(), "The address of the picture."),
    .optional("date_published", .moment),
  ]).described("An item of a JSON Feed.")
}
