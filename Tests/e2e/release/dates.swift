// Prints dates as tanada writes them, in every locale and in some time zones, with all that depends on the data of ICU.
//   swiftc -static-stdlib dates.swift && ./dates
import Foundation

let moments = [0.0, 1_669_879_800, 1_709_208_000, 4_102_444_799, -2_208_988_801]
let zones = [
  "UTC", "Asia/Tokyo", "America/New_York", "Europe/Paris", "Asia/Kathmandu", "Pacific/Apia",
]
let invented = [
  "xx", "xx-YY", "zz-Latn-ZZ", "ja-u-ca-japanese", "ar-u-nu-latn", "th-TH-u-ca-buddhist",
]
for tag in (Locale.availableIdentifiers + invented).sorted() {
  let locale = Locale(identifier: tag)
  for zone in zones {
    guard let timeZone = TimeZone(identifier: zone) else { fatalError(zone) }
    let style = Date.FormatStyle(
      date: .long, time: .omitted, locale: locale, calendar: Calendar(identifier: .gregorian),
      timeZone: timeZone)
    let texts = moments.map { Date(timeIntervalSince1970: $0).formatted(style) }
    print(tag, zone, texts.joined(separator: " | "))
  }
}
