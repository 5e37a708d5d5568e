const mostShown = 64 * 1024

/** The beginning of a message as text for people: a record on each line, control characters as symbols. */
export function shownText(
  bytes: Buffer,
  decode: (bytes: Buffer) => string,
): { text: string; isCutShort: boolean } {
  return { text: withSymbols(decode(bytes.subarray(0, mostShown))), isCutShort: bytes.length > mostShown }
}

export const withSymbols = (text: string) =>
  text
    .replace(/\r\n?|\n/g, '\n')
    .replace(/(?!\n)\p{Cc}/gu, (char) =>
      String.fromCharCode(char < ' ' ? 0x2400 + char.charCodeAt(0) : 0x2421),
    )
    .trim()
