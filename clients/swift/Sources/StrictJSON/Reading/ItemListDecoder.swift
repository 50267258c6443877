/// How the items of a document are written.
public enum ItemListForm: Sendable {
  /// `{"result":[…]}`.
  case result
  /// `{"result":[…]}`, or a bare array.
  case resultOrArray
  /// One object per line.
  case lines
}

/// Decodes a document of items piece by piece.
///
/// Memory stays within a piece and its items, however long the document is; only the set of ids,
/// a bit each where they are dense, grows with it.
public struct ItemListDecoder<Value> {
  /// Takes an item's value and id from its fields.
  public typealias ReadItem = (inout JSONFieldReader) -> (id: Int, value: Value)

  /// Everything wrong so far.
  public var problems: DocumentProblems { items.problems }
  /// How often each field without a meaning was met.
  public var unknownFields: [String: Int] { items.unknownFields }
  /// Whether what follows can still be read.
  public var canContinue: Bool { list.problem == nil && lines.problem == nil }

  private let form: ItemListForm
  private var list: ItemScanner
  private var lines = LineScanner()
  private var tokenizer = JSONTokenizer()
  private var items: ItemDecoder<Value>
  /// The beginning of the document, by which its encoding is named.
  private var beginning: [UInt8] = []

  /// A decoder at the beginning of a document.
  ///
  /// - Parameters:
  ///   - countsUnknownFields: whether fields that `read` does not ask for are counted.
  ///   - read: takes a value and its id from an item; a value with problems is dropped.
  public init(
    _ form: ItemListForm, countsUnknownFields: Bool = true,
    read: @escaping ReadItem
  ) {
    self.form = form
    list = ItemScanner(acceptsBareArray: form == .resultOrArray)
    items = ItemDecoder(
      countsUnknownFields: countsUnknownFields,
      read: read)
  }

  /// Decodes the items that end in `bytes`, the next piece of the document.
  public mutating func decode(_ bytes: some Collection<UInt8>) -> [Value] {
    guard canContinue else { return [] }
    var values: [Value] = []
    if form == .lines {
      lines.append(bytes)
      while let line = lines.next() { decode(line, into: &values) }
    } else {
      list.append(bytes)
      beginning += bytes.prefix(max(0, Self.sampleSize - beginning.count))
      while let (item, failure) = list.next(&tokenizer) {
        if let value = items.decode(item, failure, list.buffer, tokenizer.tokens) {
          values.append(value)
        }
      }
    }
    noteScanners()
    return values
  }

  /// Ends the document, and decodes what only its end has ended.
  public mutating func finish() -> [Value] {
    guard canContinue else { return [] }
    var values: [Value] = []
    if form == .lines {
      if let line = lines.finish() { decode(line, into: &values) }
    } else {
      list.finish()
      noteScanners()
      for name in list.unknownFields { items.note(unknownField: name) }
    }
    return values
  }

  private mutating func decode(_ line: ScannedItem, into values: inout [Value]) {
    let failure = tokenizer.failure(in: lines.buffer, line.bytes)
    if let value = items.decode(line, failure, lines.buffer, tokenizer.tokens) {
      values.append(value)
    }
  }

  private mutating func noteScanners() {
    guard var problem = list.problem ?? lines.problem else { return }
    // What stands beside the items may be in another encoding, too.
    if problem.expected == .utf8 || problem.expected == .json,
      let name = TextEncoding.name(ofBeginning: beginning)
        ?? TextEncoding.name(ofPart: beginning, isCut: true)
    {
      (problem.expected, problem.found) = (.utf8, .encoding(name))
    }
    items.note(problem)
  }

  /// How much of the document is kept to name its encoding, in bytes.
  private static var sampleSize: Int { 64 << 10 }
}

extension ItemListDecoder {
  /// Decodes a whole document at once.
  ///
  /// - Throws: every problem of the document.
  public mutating func decodeAll(
    _ document: some Collection<UInt8>
  ) throws(DocumentProblems) -> [Value] {
    let values = decode(document) + finish()
    guard problems.isEmpty else { throw problems }
    return values
  }
}
