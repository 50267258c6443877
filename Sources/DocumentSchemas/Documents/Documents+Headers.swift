extension Documents {
  /// The header of a section.
  static let headers: [Schema.Component] = [("SectionHeader", header), ("HeaderAction", action)]

  private static let header = Schema.object([
    .required("height", .length, "The height in points; the layout begins below it."),
    .required(
      "subtitle", Schema.text().orNull, "The text below the title; null for none."),
    .required(
      "action", Schema.component("HeaderAction").orNull,
      "What leads to all of the section's content; null for nothing."),
    .required(
      "slots", .array(of: .component("Slot")),
      "What is drawn in the header, from back to front, in a box as wide as the section."),
  ]).described("What is above the layout of a section. Its title is that of the section.")

  private static let action = Schema.object([
    .required("title", .text(), "The title of the button or link."),
    .optional("deep_link", .text(), "The address for apps."),
    .optional("web_url", .text(), "The address for browsers."),
  ]).described("What a header leads to.")
}
