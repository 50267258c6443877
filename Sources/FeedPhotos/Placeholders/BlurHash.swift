import Foundation

extension RGBAPixels {
  /// The blurred picture as a text of 4 + 2 · `columns` · `rows` characters, as "Algorithm.md" of
  /// github.com/woltapp/blurhash describes it.
  ///
  /// The text holds the first terms of a two-dimensional cosine series in linear light. It has no
  /// opacity: transparent pixels count as they look on white.
  ///
  /// - Parameters:
  ///   - columns: how many terms across, 1 to 9.
  ///   - rows: how many terms down, 1 to 9.
  package func blurHash(columns: Int = 4, rows: Int = 3) -> String {
    precondition((1...9).contains(columns) && (1...9).contains(rows))
    // 1. The terms, row by row. The first is the mean.
    let light = linearLight
    var terms: [SIMD3<Double>] = []
    for row in 0..<rows {
      for column in 0..<columns {
        terms.append(term(light, column: column, row: row))
      }
    }
    // 2. The largest value of the others, in 83 steps of 1/166, rounded down by half a step.
    let details = terms.dropFirst()
    let largest = details.reduce(0) { largest, term in
      max(largest, abs(term.x), abs(term.y), abs(term.z))
    }
    let step = min(82, max(0, Int((largest * 166 - 0.5).rounded(.down))))
    let scale = Double(step + 1) / 166
    // 3. The text: the numbers of terms, the largest value, the mean, the others.
    return Self.digits(columns - 1 + (rows - 1) * 9, count: 1)
      + Self.digits(step, count: 1)
      + Self.digits(Self.color(of: terms[0]), count: 4)
      + details.map { Self.digits(Self.levels(of: $0, scale: scale), count: 2) }.joined()
  }

  // MARK: - The terms

  /// The pixels in linear light on white, 0 to 1.
  private var linearLight: [SIMD3<Double>] {
    let linear = (0...255).map { Self.linearValue(of: Double($0) / 255) }
    return (0..<count).map { index in
      let pixel = self[index]
      func light(_ value: UInt8) -> Double {
        let opacity = Int(pixel.opacity)
        return linear[(Int(value) * opacity + 255 * (255 - opacity) + 127) / 255]
      }
      return SIMD3(light(pixel.red), light(pixel.green), light(pixel.blue))
    }
  }

  /// The mean of the pixels times a cosine wave of `column` half periods across and `row` down, and
  /// twice that where there is a wave.
  private func term(_ light: [SIMD3<Double>], column: Int, row: Int) -> SIMD3<Double> {
    let across = (0..<width).map { cos(.pi * Double(column * $0) / Double(width)) }
    let down = (0..<height).map { cos(.pi * Double(row * $0) / Double(height)) }
    var sum = SIMD3<Double>.zero
    for y in 0..<height {
      for x in 0..<width {
        sum += across[x] * down[y] * light[y * width + x]
      }
    }
    let isMean = column == 0 && row == 0
    return sum * ((isMean ? 1 : 2) / Double(width * height))
  }

  // MARK: - Numbers

  /// A mean as sRGB, red in the highest of three bytes.
  private static func color(of mean: SIMD3<Double>) -> Int {
    func byte(_ value: Double) -> Int {
      Int(encodedValue(of: min(1, max(0, value))) * 255 + 0.5)
    }
    return byte(mean.x) << 16 | byte(mean.y) << 8 | byte(mean.z)
  }

  /// A term as three levels, 0 to 18, red in the highest digit to base 19. Level 9 is no difference;
  /// levels far from it are further apart.
  private static func levels(of term: SIMD3<Double>, scale: Double) -> Int {
    func level(_ value: Double) -> Int {
      let share = value / scale
      let root = share < 0 ? -(-share).squareRoot() : share.squareRoot()
      return min(18, max(0, Int((root * 9 + 9.5).rounded(.down))))
    }
    return (level(term.x) * 19 + level(term.y)) * 19 + level(term.z)
  }

  /// A number to base 83 with `count` digits, the highest first.
  private static func digits(_ number: Int, count: Int) -> String {
    var rest = number
    var digits: [Character] = []
    for _ in 0..<count {
      digits.append(alphabet[rest % alphabet.count])
      rest /= alphabet.count
    }
    return String(digits.reversed())
  }

  private static let alphabet = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~")

  /// The transfer function of sRGB (IEC 61966-2-1), from encoded values to linear light.
  private static func linearValue(of encoded: Double) -> Double {
    encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
  }

  private static func encodedValue(of linear: Double) -> Double {
    linear <= 0.0031308 ? linear * 12.92 : 1.055 * pow(linear, 1 / 2.4) - 0.055
  }
}
