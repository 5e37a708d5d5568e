/** A signed text as the digits of a QR code: two for each character. */
export const digitsOf = (text: string): string =>
  Array.from(text, (one) => String(one.charCodeAt(0) - 45).padStart(2, '0')).join('')

/** A SMART Health Card as the texts of `count` QR codes. */
export function inCodes(jws: string, count: number): string[] {
  const size = Math.ceil(jws.length / count)
  return Array.from(
    { length: count },
    (_, at) => `shc:/${at + 1}/${count}/${digitsOf(jws.slice(at * size, (at + 1) * size))}`,
  )
}
