// Placeholders of pictures as a ThumbHash (the format of Evan Wallace): some 25 bytes that hold the
// lowest frequencies of a picture's brightness and colour.

/**
 * The picture of a ThumbHash.
 * @param {string} text the hash in base 64
 * @param {number} width in pixels
 * @param {number} height in pixels
 * @returns {Uint8ClampedArray | null} red, green, blue and alpha of each pixel; null for a picture that is
 *   transparent in parts, through which its placeholder would be seen
 */
export function decodeThumbHash(text, width, height) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  // 1. The header: mean values, scales and the number of frequencies.
  const first = bytes[0] | (bytes[1] << 8) | (bytes[2] << 16);
  const second = bytes[3] | (bytes[4] << 8);
  const isLandscape = second >> 15;
  const fewer = Math.max(3, second & 7);
  if (first >> 23) return null;
  // 2. The waves of each channel, four bits each, after the header.
  let nibble = 10;
  const channel = (mean, scale, across, down) => {
    const waves = [{ x: 0, y: 0, value: mean }];
    for (let y = 0; y < down; y++) {
      for (let x = y ? 0 : 1; x * down < across * (down - y); x++, nibble++) {
        const bits = (bytes[nibble >> 1] >> ((nibble & 1) * 4)) & 15;
        waves.push({ x, y, value: (bits / 7.5 - 1) * scale * 2 });
      }
    }
    return waves;
  };
  const light = channel((first & 63) / 63, ((first >> 18) & 31) / 31, isLandscape ? 7 : fewer, isLandscape ? fewer : 7);
  const warm = channel(((first >> 6) & 63) / 31.5 - 1, (((second >> 3) & 63) / 63) * 1.25, 3, 3);
  const green = channel(((first >> 12) & 63) / 31.5 - 1, (((second >> 9) & 63) / 63) * 1.25, 3, 3);
  // 3. Their sums at each pixel, as red, green and blue.
  const cosines = (length) => Array.from({ length }, (_, place) =>
    Array.from({ length: 8 }, (_, wave) => Math.cos((Math.PI / length) * (place + 0.5) * wave)));
  const [across, down] = [cosines(width), cosines(height)];
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      const sum = (waves) => waves.reduce(
        (total, wave) => total + wave.value * across[x][wave.x] * down[y][wave.y], 0);
      const [l, p, q] = [sum(light), sum(warm), sum(green)];
      const b = l - (2 / 3) * p;
      const r = (3 * l - b + q) / 2;
      pixels.set([r, r - q, b, 1].map((part) => part * 255), at);
    }
  }
  return pixels;
}
