/** The frames of HL7 over TCP (MLLP): VT, the message, FS, CR. */

const VT = 0x0b
const FS = 0x1c
const CR = 0x0d
const LF = 0x0a

export const mllpFrame = (message: string | Buffer, encoding: BufferEncoding): Buffer => {
  const bytes = typeof message === 'string' ? Buffer.from(message, encoding) : message
  return Buffer.concat([Buffer.of(VT), bytes, Buffer.of(FS, CR)])
}

/**
 * Divides received bytes into messages, for any division into packets. A message ends at FS; the CR after it may come late or be
 * missing, and so may the VT before it. `most`: the maximum size of a message in bytes; a longer message is an error.
 */
export function mllpReader(most: number) {
  let parts: Buffer[] = []
  let size = 0
  const take = (bytes: Buffer) => {
    // Between two messages there are line ends and the VT of the next message.
    const from = size > 0 ? 0 : bytes.findIndex((byte) => byte !== VT && byte !== CR && byte !== LF)
    if (from < 0) return
    const rest = bytes.subarray(from)
    parts.push(rest)
    size += rest.length
  }
  return {
    /** Whether a message has begun but not ended. */
    isOpen: () => size > 0,
    push(bytes: Buffer): { messages: Buffer[]; isTooLong: boolean } {
      const messages: Buffer[] = []
      let from = 0
      for (let end = bytes.indexOf(FS); end >= 0; end = bytes.indexOf(FS, from)) {
        take(bytes.subarray(from, end))
        if (size > 0 && size <= most) messages.push(withoutVt(Buffer.concat(parts)))
        const isTooLong = size > most
        parts = []
        size = 0
        from = end + 1
        if (isTooLong) return { messages, isTooLong }
      }
      take(bytes.subarray(from))
      return { messages, isTooLong: size > most }
    },
  }
}

/** Removes bytes before the last VT: they belong to a message that its sender never completed. */
function withoutVt(message: Buffer): Buffer {
  return message.subarray(message.lastIndexOf(VT) + 1)
}
