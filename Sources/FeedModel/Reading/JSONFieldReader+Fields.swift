import Foundation
package import StrictJSON

extension JSONFieldReader: FieldReader {
  package mutating func rating(_ name: String) -> Double {
    read(name, as: .rating, standIn: 0) { (0...5).contains($0) ? .success($0) : nil }
  }

  package mutating func url(_ name: String) -> String {
    read(name, as: .url, standIn: "") { (text: String) in
      AbsoluteURL.isValid(text) ? .success(text) : nil
    }
  }

  package mutating func date(_ name: String) -> Timestamp {
    read(name, as: .date, standIn: Timestamp(Date(timeIntervalSince1970: 0))) {
      (text: String) in Timestamp(text).map { .success($0) }
    }
  }

  /// A date; `nil` where the field is missing or null.
  package mutating func optionalDate(_ name: String) -> Timestamp? {
    hasValue(name) ? date(name) : nil
  }
}
