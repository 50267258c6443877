import Foundation

extension RGBAPixels {
  /// The longest side of a picture whose ``thumbHash()`` is made, in pixels.
  package static let largestThumbHashSide = 100

  /// The blurred picture in up to 25 bytes, with its proportions and its opacity: the format of
  /// github.com/evanw/thumbhash, version 0.1.1.
  ///
  /// A picture is four channels: lightness, yellow minus blue, red minus green, and opacity where some
  /// pixel has less than all of it. Each is written as the first terms of a two-dimensional cosine
  /// series: lightness with up to seven a side (five beside opacity), the colours with three, opacity
  /// with five.
  ///
  /// - Precondition: at most ``largestThumbHashSide`` pixels a side.
  package func thumbHash() -> [UInt8] {
    let (width, height) = (width, height)
    precondition(max(width, height) <= Self.largestThumbHashSide)
    // 1. How many terms of lightness, in the proportions of the picture.
    let channels = channels
    let longest = channels.opacity == nil ? 7 : 5
    func terms(_ side: Int) -> Int {
      max(1, Int((Double(longest * side) / Double(max(width, height))).rounded()))
    }
    let (columns, rows) = (terms(width), terms(height))
    // 2. The series.
    func series(_ values: [Double], columns: Int, rows: Int) -> Series {
      Series(values, width: width, height: height, columns: columns, rows: rows)
    }
    let lightness = series(channels.lightness, columns: max(3, columns), rows: max(3, rows))
    let yellowBlue = series(channels.yellowBlue, columns: 3, rows: 3)
    let redGreen = series(channels.redGreen, columns: 3, rows: 3)
    let opacity = channels.opacity.map { series($0, columns: 5, rows: 5) }
    // 3. The head: means and scales, and the number of terms along the shorter side.
    var bits = BitWriter()
    bits.append(lightness.mean * 63, count: 6)
    bits.append(yellowBlue.mean * 31.5 + 31.5, count: 6)
    bits.append(redGreen.mean * 31.5 + 31.5, count: 6)
    bits.append(lightness.scale * 31, count: 5)
    bits.append(opacity != nil)
    bits.append(Double(width > height ? rows : columns), count: 3)
    bits.append(yellowBlue.scale * 63, count: 6)
    bits.append(redGreen.scale * 63, count: 6)
    bits.append(width > height)
    if let opacity {
      bits.append(opacity.mean * 15, count: 4)
      bits.append(opacity.scale * 15, count: 4)
    }
    // 4. The terms.
    for channel in [lightness, yellowBlue, redGreen, opacity].compactMap(\.self) {
      for term in channel.terms { bits.append(term * 15, count: 4) }
    }
    return bits.bytes
  }

  /// The picture on its own mean colour, taken apart. Values are shares of the largest byte; opacity is `nil` if every pixel
  /// is opaque.
  private var channels:
    (lightness: [Double], yellowBlue: [Double], redGreen: [Double], opacity: [Double]?)
  {
    let colors: [(color: SIMD3<Double>, opacity: Double)] = (0..<count).map { index in
      let pixel = self[index]
      return (
        SIMD3(Double(pixel.red), Double(pixel.green), Double(pixel.blue)),
        Double(pixel.opacity) / 255
      )
    }
    // 1. The mean colour, each pixel by its opacity.
    var mean = SIMD3<Double>.zero
    var total = 0.0
    for (color, opacity) in colors {
      mean += opacity / 255 * color
      total += opacity
    }
    if total > 0 { mean /= total }
    // 2. The channels.
    let shown = colors.map { color, opacity in mean * (1 - opacity) + opacity / 255 * color }
    return (
      shown.map { ($0.x + $0.y + $0.z) / 3 }, shown.map { ($0.x + $0.y) / 2 - $0.z },
      shown.map { $0.x - $0.y }, total < Double(count) ? colors.map(\.opacity) : nil
    )
  }
}

/// The first terms of the cosine series of a channel.
private struct Series {
  /// The term without a wave.
  private(set) var mean = 0.0
  /// The largest of the others, without sign.
  private(set) var scale = 0.0
  /// The others, row by row, in the triangle of the lowest frequencies: 0 to 1 is the scale below
  /// zero to the scale above it.
  private(set) var terms: [Double] = []

  init(_ values: [Double], width: Int, height: Int, columns: Int, rows: Int) {
    for row in 0..<rows {
      let down = (0..<height).map { cos(.pi / Double(height) * Double(row) * (Double($0) + 0.5)) }
      for column in 0..<columns where column * rows < columns * (rows - row) {
        let across = (0..<width).map {
          cos(.pi / Double(width) * Double(column) * (Double($0) + 0.5))
        }
        var sum = 0.0
        for y in 0..<height {
          for x in 0..<width { sum += values[y * width + x] * across[x] * down[y] }
        }
        sum /= Double(width * height)
        if row == 0 && column == 0 {
          mean = sum
        } else {
          terms.append(sum)
          scale = max(scale, abs(sum))
        }
      }
    }
    guard scale > 0 else { return }
    for index in terms.indices { terms[index] = 0.5 + 0.5 / scale * terms[index] }
  }
}

/// Bytes that are filled from their lowest bit.
private struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var used = 8

  /// Appends a number of at least 0, rounded half up, as `count` bits, its lowest first.
  mutating func append(_ number: Double, count: Int) {
    let integer = Int((number + 0.5).rounded(.down))
    for bit in 0..<count { append(integer >> bit & 1 == 1) }
  }

  mutating func append(_ bit: Bool) {
    if used == 8 {
      bytes.append(0)
      used = 0
    }
    if bit { bytes[bytes.count - 1] |= 1 << used }
    used += 1
  }
}
