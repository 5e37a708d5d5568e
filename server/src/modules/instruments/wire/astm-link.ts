import { ACK, ENQ, EOT, type Frame, frameReader, framesOf, NAK, nextNumber, STX } from './astm-frame.ts'

/**
 * A state machine for either end of a link by ASTM E1381 / CLSI LIS1-A, without a clock or a socket. Its inputs are received bytes and
 * the present time; its outputs are effects. Times are milliseconds of a monotonic clock.
 *
 * A received message is acknowledged after it is stored: the answer to its last frame waits until `settle` is called.
 */
export type LinkOptions = {
  /** If both ends bid for the line at once, the instrument has priority. */
  role: 'instrument' | 'host'
  checksum: boolean
  /** Whether each frame is acknowledged. Without acknowledgements the sender does not know whether a message arrived. */
  acknowledged: boolean
  /** Whether each record is a frame of its own. */
  perRecord: boolean
  /** Passes on each received record as a message, for analysers that send each record in a separate transmission. */
  splits?: boolean
  /** The maximum size of a message in bytes. A longer message is refused. */
  most: number
}

export type Effect =
  | { do: 'write'; bytes: Buffer }
  /** A received message. `settle` is called only if it ends with a terminator record. */
  | { do: 'receive'; message: Buffer; end: MessageEnd }
  | { do: 'sent'; id: string }
  | { do: 'failed'; id: string; why: Failure }
  /** A fault in what arrived, for the page of the analyser. */
  | { do: 'complain'; about: Complaint }

/**
 * How a message ends. `terminator`: with a terminator record. `eot`: the sender has ended the transmission after a whole record without
 * sending a terminator record. `cut`: anything else; its last records may be missing.
 */
export type MessageEnd = 'terminator' | 'eot' | 'cut'

export type Failure = 'no answer' | 'refused' | 'broken off'
export type Complaint = 'bad frame' | 'silence' | 'too long'

const replyMs = 15_000
const receiveMs = 30_000
const refusedMs = 10_000
const instrumentWaitsMs = 1_000
const hostWaitsMs = 20_000
/**
 * The pause after an ENQ within a transmission. A sender that starts again waits for the answer to its ENQ; if bytes follow, the ENQ was
 * a fault of the line.
 */
const startledMs = 250
const tries = 6
/** Above the maximum length of a frame by the later edition of the standard. */
const longestFrame = 70_000

type Sending = { id: string; frames: Buffer[]; at: number; tried: number }
type State =
  | { is: 'neutral' }
  /** A message is queued, but the line may not be bid for yet. */
  | { is: 'waiting' }
  /** ENQ is sent, and its answer is awaited. */
  | { is: 'bidding' }
  | { is: 'sending' }
  | { is: 'receiving' }
  /** ENQ arrived within a transmission. */
  | { is: 'startled' }
  /** The answer to the last frame waits until the message is stored. */
  | { is: 'keeping' }

export function openAstmLink(options: LinkOptions) {
  const { role, checksum, acknowledged, most, splits = false } = options
  const reader = frameReader(checksum, longestFrame)
  const queue: { id: string; message: Uint8Array }[] = []
  let state: State = { is: 'neutral' }
  let deadline = Number.POSITIVE_INFINITY
  let sending: Sending | null = null
  let bids = 0
  /** No bid before this time: a late answer to the previous bid must not be taken for an answer to the next. */
  let quietUntil = Number.NEGATIVE_INFINITY
  /** The texts of the frames of the message that is arriving. */
  let parts: Buffer[] = []
  let size = 0
  let accepted = 0
  let isFirst = true
  let isDamaged = false
  /** Whether the last frame was accepted and ended its text, so that an EOT after it is not an abort. */
  let isBetween = false
  /** Bytes that arrived while a message was being stored. */
  let meanwhile: number[] = []
  let effects: Effect[] = []

  const write = (bytes: Buffer) => effects.push({ do: 'write', bytes })
  const become = (is: State['is'], within: number, now: number) => {
    state = { is }
    deadline = within === Number.POSITIVE_INFINITY ? within : now + within
  }

  // Sending

  const bid = (now: number) => {
    write(Buffer.of(ENQ))
    become('bidding', replyMs, now)
  }
  const begin = (now: number) => {
    const next = queue[0]
    if (!next) return become('neutral', Number.POSITIVE_INFINITY, now)
    if (now < quietUntil) return become('waiting', quietUntil - now, now)
    bids = 0
    sending = { id: next.id, frames: framesOf(next.message, options), at: 0, tried: 0 }
    bid(now)
  }
  const end = (now: number, why: Failure | null) => {
    const id = sending?.id ?? queue[0]?.id ?? ''
    queue.shift()
    sending = null
    if (why === 'no answer') quietUntil = now + replyMs
    write(Buffer.of(EOT))
    effects.push(why === null ? { do: 'sent', id } : { do: 'failed', id, why })
    // The other end may bid for the line before the next message.
    if (queue.length > 0) become('waiting', instrumentWaitsMs, now)
    else become('neutral', Number.POSITIVE_INFINITY, now)
  }
  const sendFrame = (now: number) => {
    if (!sending) return
    const frame = sending.frames[sending.at]
    if (!frame) return end(now, null)
    write(frame)
    become('sending', replyMs, now)
  }
  const bidAgain = (now: number, within: number) => {
    bids++
    if (bids >= tries) end(now, 'refused')
    else become('waiting', within, now)
  }
  const onBidReply = (byte: number, now: number) => {
    if (byte === ACK) {
      if (acknowledged) return sendFrame(now)
      for (const frame of sending?.frames ?? []) write(frame)
      end(now, null)
    } else if (byte === NAK) bidAgain(now, refusedMs)
    else if (byte === ENQ) bidAgain(now, role === 'instrument' ? instrumentWaitsMs : hostWaitsMs)
  }
  const onFrameReply = (byte: number, now: number) => {
    if (!sending) return
    // An EOT can accept the frame and request the line, or end a bid of the other end. To be safe, the frame is sent again.
    if (byte === ACK) {
      sending.at++
      sending.tried = 0
      return sendFrame(now)
    }
    sending.tried++
    if (sending.tried >= tries) end(now, 'refused')
    else sendFrame(now)
  }

  // Receiving

  const forget = () => {
    parts = []
    size = 0
    isDamaged = false
  }
  /** Passes on a message that has no terminator record. */
  const passOn = (isEot: boolean) => {
    if (state.is !== 'keeping' && parts.length > 0) {
      const message = Buffer.concat(parts)
      const isEnded = isEot && isBetween && !isDamaged && hasWholeRecords(message)
      effects.push({ do: 'receive', message, end: isEnded ? 'eot' : 'cut' })
    }
    forget()
  }
  const answer = (byte: number, now: number) => {
    if (acknowledged) write(Buffer.of(byte))
    become('receiving', receiveMs, now)
  }
  const welcome = (now: number) => {
    passOn(false)
    reader.close()
    accepted = 0
    isFirst = true
    write(Buffer.of(ACK))
    become('receiving', receiveMs, now)
  }
  const over = (now: number, isEot: boolean) => {
    passOn(isEot && !reader.isOpen())
    reader.close()
    become(queue.length > 0 ? 'waiting' : 'neutral', queue.length > 0 ? 0 : Number.POSITIVE_INFINITY, now)
  }
  const refuse = (now: number, about: Complaint) => {
    effects.push({ do: 'complain', about })
    isBetween = false
    // Without acknowledgements the frame is not sent again, so the message cannot be used.
    if (!acknowledged) isDamaged = true
    answer(NAK, now)
  }
  const take = ({ number, text, isEnd }: Frame, now: number) => {
    // A retransmission: the answer to the frame was lost.
    if (!isFirst && number === accepted) return answer(ACK, now)
    if (number !== nextNumber(accepted)) return refuse(now, 'bad frame')
    if (size + text.length > most) {
      // What has come is let go of, and the rest is refused as well: without its beginning it is no message.
      parts = []
      size = most
      return refuse(now, 'too long')
    }
    accepted = number
    isFirst = false
    parts.push(text)
    size += text.length
    isBetween = isEnd
    if (!isEnd || !(splits ? endsRecord(parts) : endsMessage(parts))) return answer(ACK, now)
    effects.push({ do: 'receive', message: Buffer.concat(parts), end: isDamaged ? 'cut' : 'terminator' })
    if (!isDamaged) return become('keeping', Number.POSITIVE_INFINITY, now)
    forget()
    answer(ACK, now)
  }
  /** Removes the last frame. It is refused, and arrives again with the same number. */
  const dropLast = () => {
    size -= parts.pop()?.length ?? 0
    isBetween = false
    isFirst = parts.length === 0
    accepted = (accepted + 7) % 8
  }
  const onReceived = (byte: number, now: number) => {
    if (byte === EOT) return over(now, true)
    if (byte === ENQ && !reader.isOpen()) return become('startled', startledMs, now)
    const read = reader.push(byte)
    if (read?.kind === 'bad') refuse(now, 'bad frame')
    if (read?.kind === 'frame') take(read.frame, now)
  }

  const onByte = (byte: number, now: number) => {
    switch (state.is) {
      case 'keeping':
        meanwhile.push(byte)
        return
      case 'startled':
        become('receiving', receiveMs, now)
        return onReceived(byte, now)
      case 'receiving':
        return onReceived(byte, now)
      case 'bidding':
        return onBidReply(byte, now)
      case 'sending':
        return onFrameReply(byte, now)
      default:
        if (byte === ENQ) return welcome(now)
        // Some instruments send frames without a bid.
        if (byte === STX && !acknowledged) {
          welcome(now)
          onReceived(byte, now)
        }
    }
  }

  const flush = () => {
    const done = effects
    effects = []
    return done
  }

  return {
    /** The time when `tick` is due; infinite if nothing is awaited. */
    deadline: () => deadline,
    receive(bytes: Uint8Array, now: number): Effect[] {
      for (const byte of bytes) onByte(byte, now)
      return flush()
    },
    /** Queues a message. A later effect `sent` or `failed` has its `id`. */
    send(id: string, message: Uint8Array, now: number): Effect[] {
      queue.push({ id, message })
      if (state.is === 'neutral') begin(now)
      return flush()
    },
    /** Answers the last frame of a message: it is stored (ACK), or its sender has to send it again (NAK). */
    settle(isKept: boolean, now: number): Effect[] {
      if (state.is !== 'keeping') return []
      if (isKept) forget()
      else dropLast()
      answer(isKept ? ACK : NAK, now)
      const bytes = meanwhile
      meanwhile = []
      for (const byte of bytes) onByte(byte, now)
      return flush()
    },
    tick(now: number): Effect[] {
      if (now < deadline) return []
      if (state.is === 'waiting') {
        if (sending) bid(now)
        else begin(now)
      } else if (state.is === 'startled') welcome(now)
      else if (state.is === 'bidding' || state.is === 'sending') end(now, 'no answer')
      else if (state.is === 'receiving') {
        effects.push({ do: 'complain', about: 'silence' })
        over(now, false)
      }
      return flush()
    },
    /** The connection is lost: all queued messages have failed. */
    lose(now: number): Effect[] {
      const ids = queue.splice(0).map(({ id }) => id)
      sending = null
      meanwhile = []
      over(now, false)
      return [...flush(), ...ids.map((id): Effect => ({ do: 'failed', id, why: 'broken off' }))]
    },
  }
}

/** Whether a message has a header and further records, and its last record is whole. */
function hasWholeRecords(message: Buffer): boolean {
  const text = message.toString('latin1')
  return /^H\W/.test(text) && /\r\n?$/.test(text) && text.replace(/[\r\n]+$/, '').includes('\r')
}

/** Whether the last record is a terminator. Records are separated by CR or by CR and LF. */
export function endsMessage(parts: readonly Buffer[]): boolean {
  // The terminator record is short, but can be divided between frames.
  const end = Buffer.concat(parts.slice(-8))
    .toString('latin1')
    .replace(/[\r\n]+$/, '')
  const record = end.slice(end.lastIndexOf('\r') + 1).replace(/^\n/, '')
  return /^L\W/.test(record) || record === 'L'
}

const endsRecord = (parts: readonly Buffer[]) => /[\r\n]$/.test(parts.at(-1)?.toString('latin1') ?? '')
