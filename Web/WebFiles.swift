import CWebFiles

/// The files of the pages, embedded in the program. Scripts and styles are bundled by `scripts/build-web`; a new file is
/// named in `Sources/CWebFiles/web_files.c`.
package enum WebFiles {
  /// The bytes of each file, by its name. HTML and scripts name other files as `{{tanada.js}}`.
  package static let all: [String: [UInt8]] = {
    var count = 0
    let files = UnsafeBufferPointer(start: tanada_web_files(&count), count: count)
    return Dictionary(
      uniqueKeysWithValues: files.map { file in
        let bytes = UnsafeBufferPointer(start: file.bytes, count: file.count)
        return (String(cString: file.name), Array(bytes))
      })
  }()
}
