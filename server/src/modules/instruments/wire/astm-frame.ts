/** Frames of ASTM E1381 / CLSI LIS1-A: STX, number, text, ETB or ETX, checksum, CR, LF. */

export const STX = 0x02
export const ETX = 0x03
export const EOT = 0x04
export const ENQ = 0x05
export const ACK = 0x06
export const LF = 0x0a
export const CR = 0x0d
export const NAK = 0x15
export const ETB = 0x17

/** The longest text of a frame that every receiver must accept, by the older edition of the standard. */
const usualText = 240
const zero = 0x30

/** The sum of all bytes from the frame number to ETX or ETB, modulo 256, as two hexadecimal digits. */
export const checksumOf = (bytes: Uint8Array): string =>
  (bytes.reduce((sum, byte) => sum + byte, 0) % 256).toString(16).toUpperCase().padStart(2, '0')

export const nextNumber = (number: number): number => (number + 1) % 8

export type FrameOptions = { checksum: boolean; perRecord: boolean }

function frame(number: number, text: Uint8Array, end: number, checksum: boolean): Buffer {
  const body = Buffer.concat([Buffer.of(zero + number), text, Buffer.of(end)])
  const tail = checksum ? checksumOf(body) : ''
  return Buffer.concat([Buffer.of(STX), body, Buffer.from(`${tail}\r\n`, 'latin1')])
}

/** A message as frames, numbered 1 to 7, then 0, 1 and so on. A frame ends when it is full, or with each record. */
export function framesOf(message: Uint8Array, { checksum, perRecord }: FrameOptions): Buffer[] {
  const pieces: { text: Uint8Array; end: number }[] = []
  for (const part of perRecord ? recordsOf(message) : [message]) {
    for (let at = 0; at < part.length; at += usualText) {
      const isLast = at + usualText >= part.length
      pieces.push({ text: part.subarray(at, at + usualText), end: isLast ? ETX : ETB })
    }
  }
  return pieces.map(({ text, end }, index) => frame((index + 1) % 8, text, end, checksum))
}

function recordsOf(message: Uint8Array): Uint8Array[] {
  const records: Uint8Array[] = []
  let from = 0
  while (from < message.length) {
    const end = message.indexOf(CR, from)
    const to = end < 0 ? message.length : end + 1
    records.push(message.subarray(from, to))
    from = to
  }
  return records
}

export type Frame = { number: number; text: Buffer; isEnd: boolean }

/** The length of the longest tail of a frame: two checksum digits, CR, LF. */
const longestTail = 4

/** The state of the tail after ETX or ETB: incomplete, right, or wrong. */
function tailOf(tail: Uint8Array, body: Uint8Array, checksum: boolean): 'more' | 'right' | 'wrong' {
  const isWhole = tail.at(-1) === LF || tail.length >= longestTail
  if (!isWhole) return 'more'
  if (!checksum) return tail.at(-1) === LF ? 'right' : 'wrong'
  return Buffer.from(tail).toString('latin1').toUpperCase() === `${checksumOf(body)}\r\n` ? 'right' : 'wrong'
}

export type Read = { kind: 'frame'; frame: Frame } | { kind: 'bad' } | null

/**
 * Collects the bytes of a frame, from STX on. An STX within a frame begins another frame. The link itself looks for the bytes that end
 * a transmission. `push` returns null while the frame is not complete.
 */
export function frameReader(checksum: boolean, most: number) {
  let body: number[] = []
  let tail: number[] = []
  let isOpen = false
  let hasEnd = false
  const open = () => {
    body = []
    tail = []
    isOpen = true
    hasEnd = false
  }
  const close = () => {
    isOpen = false
  }
  return {
    close,
    isOpen: () => isOpen,
    push(byte: number): Read {
      if (byte === STX) {
        open()
        return null
      }
      if (!isOpen) return null
      if (!hasEnd) {
        body.push(byte)
        hasEnd = byte === ETX || byte === ETB
        if (body.length <= most) return null
        close()
        return { kind: 'bad' }
      }
      tail.push(byte)
      const bytes = Buffer.from(body)
      const state = tail.length < 2 && byte !== LF ? 'more' : tailOf(Buffer.from(tail), bytes, checksum)
      if (state === 'more') return null
      close()
      const number = (bytes[0] ?? 0) - zero
      if (state === 'wrong' || number < 0 || number > 7 || bytes.length < 2) return { kind: 'bad' }
      const isEnd = bytes.at(-1) === ETX
      return { kind: 'frame', frame: { number, text: bytes.subarray(1, -1), isEnd } }
    },
  }
}
