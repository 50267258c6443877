package import Foundation

/// The settings for the derived fields of published items: the time zone and the addresses.
package struct ItemPublishing: Sendable {
  /// The time zone of `date_label`.
  package var timeZone: TimeZone
  /// The addresses of pictures.
  package var pictures: PictureAddresses
  /// The addresses of the pages of sections.
  package var pages: PageAddresses

  package init(timeZone: TimeZone, pictures: PictureAddresses, pages: PageAddresses) {
    self.timeZone = timeZone
    self.pictures = pictures
    self.pages = pages
  }
}
