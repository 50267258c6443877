package import FeedModel
package import Foundation

/// The settings for the derived fields of published items: locales, the form of dates, and addresses.
package struct ItemPublishing: Sendable {
  /// The time zone of `date_label`.
  package var timeZone: TimeZone
  /// The locales that readers are served in.
  package var locales: Locales
  /// The form of `date_label`.
  package var dateStyle: DateStyle
  /// The addresses of pictures.
  package var pictures: PictureAddresses
  /// The addresses of the pages of sections.
  package var pages: PageAddresses
  /// The key of the names of variants, the same on every server of the store.
  package var secret: [UInt8]

  package init(
    timeZone: TimeZone, locales: Locales = .standard, dateStyle: DateStyle = .numeric,
    pictures: PictureAddresses, pages: PageAddresses, secret: [UInt8] = []
  ) {
    self.timeZone = timeZone
    self.locales = locales
    self.dateStyle = dateStyle
    self.pictures = pictures
    self.pages = pages
    self.secret = secret
  }

  /// These settings for the pages of a variant; `nil` for what everybody gets.
  func inVariant(_ name: String?) -> ItemPublishing {
    var publishing = self
    publishing.pages = pages.inVariant(name)
    return publishing
  }
}
