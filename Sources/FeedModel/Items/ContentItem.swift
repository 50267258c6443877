package import StrictJSON

/// One item of editorial content: an id and a value in each field of its kind.
public struct ContentItem: Hashable, Identifiable, Sendable {
  /// The definition that the values keep to.
  public let kind: ContentKind
  /// Positive, and unique in its kind.
  public var id: Int
  /// The values of `kind.fields` in the default locale, in the same order.
  package var values: [FieldValue]
  /// The values in other locales, by the places of their fields, then by their locales.
  package var translations: [Translation]
  /// Whether its picture is that of a translation, so that the size which it says is of another one.
  package var hasTranslatedPicture = false

  package init(
    kind: ContentKind, id: Int, values: [FieldValue], translations: [Translation] = []
  ) {
    precondition(values.count == kind.fields.count, "an item has a value for each field")
    self.kind = kind
    self.id = id
    self.values = values
    self.translations = translations
  }

  /// The value of the field called `name`; `nil` if items of the kind have no such field.
  public subscript(name: String) -> FieldValue? {
    if name == ContentField.identifier.name { return .integer(id) }
    return kind.place(of: name).map { values[$0] }
  }

  /// The value of the field with `role`; `nil` if there is none.
  package subscript(role: ContentRole) -> FieldValue? {
    get {
      guard let place = kind.place(of: role), !values[place].isNull else { return nil }
      return values[place]
    }
    set {
      if let place = kind.place(of: role) { values[place] = newValue ?? .null }
    }
  }
}

// MARK: - Values by role

extension ContentItem {
  /// The headline: the value of the field with that role, else the text of the kind's template,
  /// else the kind's title and the id.
  public var headline: String {
    if case .text(let text)? = self[.headline] { return text }
    if let template = kind.headlineTemplate {
      return Composition.ActionTemplate.expand(template, for: self) { $0 }
    }
    return "\(kind.title) \(id)"
  }

  /// Longer text that belongs to the headline.
  public var summary: String? { text(.summary) }
  /// The group that the item belongs to, in a word or two.
  public var label: String? { text(.label) }
  /// Who made it.
  public var author: String? { text(.author) }
  /// Where it is.
  public var place: String? { text(.place) }
  /// The size of its picture, which is `photo`, in pixels. The size that the item says comes first, unless
  /// its picture is a photo by its id, or that of a translation.
  package func pictureSize(of photo: Photo?) -> PictureSize? {
    photoID == nil && !hasTranslatedPicture
      ? pictureSize ?? photo?.size : photo?.size ?? pictureSize
  }

  /// Where its picture is; `nil` if its picture is a photo of the store by its id.
  public var pictureURL: String? { photoID == nil ? text(.image) : nil }
  /// The photo of the store that is its picture; `nil` if its picture is an address.
  package var photoID: PhotoID? {
    guard let place = kind.place(of: .image), kind.fields[place].type is PhotoField else {
      return nil
    }
    return text(.image).flatMap { PhotoID($0) }
  }

  /// The date of the item: when it was published, or what else the date of its kind means.
  public var publicationDate: Timestamp? {
    if case .date(let date)? = self[.date] { date } else { nil }
  }

  /// 0…5.
  public var starRating: Double? { self[.rating]?.double }

  /// Its picture's own size.
  public var pictureSize: PictureSize? {
    guard case .integer(let width)? = self[.imageWidth],
      case .integer(let height)? = self[.imageHeight]
    else { return nil }
    return PictureSize(width: width, height: height)
  }

  private func text(_ role: ContentRole) -> String? {
    if case .text(let text)? = self[role] { text } else { nil }
  }
}

// MARK: - JSON

extension ContentItem {
  /// Takes the id and every field from `fields`, in the published order. What is wrong is noted
  /// there, and the item then has placeholders; the caller drops it.
  package init(reading fields: inout JSONFieldReader, kind: ContentKind) {
    var written = WrittenTranslations()
    self.init(reading: &fields, kind: kind, &written)
  }

  /// Takes the id, every field and the translations from `fields`.
  ///
  /// - Parameter written: the translations with those that are to be removed.
  package init(
    reading fields: inout JSONFieldReader, kind: ContentKind, _ written: inout WrittenTranslations
  ) {
    id = fields.identifier(ContentField.identifier.name)
    self.kind = kind
    values = []
    values.reserveCapacity(kind.fields.count)
    for field in kind.fields { values.append(fields.value(of: field)) }
    written = fields.translations(of: kind)
    translations = written.values
  }
}

extension ItemListDecoder<ContentItem> {
  /// A decoder at the beginning of a document of items of `kind`.
  package init(of kind: ContentKind, _ form: ItemListForm = .result) {
    self.init(form) { fields in
      let item = ContentItem(reading: &fields, kind: kind)
      return (item.id, item)
    }
  }
}

extension JSONWriter {
  /// The id and the fields of `item` as members of the object being written, each field with its translations behind
  /// it.
  package mutating func members(of item: ContentItem) {
    member(ContentField.identifier.name, item.id)
    guard !item.translations.isEmpty else {
      for (field, value) in zip(item.kind.fields, item.values) { member(field.name, value) }
      return
    }
    var rest = item.translations[...]
    for (place, field) in item.kind.fields.enumerated() {
      member(field.name, item.values[place])
      while let next = rest.first, next.place == place {
        member(TranslatedName.text(field.name, next.locale), next.value)
        rest.removeFirst()
      }
    }
  }
}
