import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail as its reader sees it. */
export type Mail = {
  from: string
  to: string[]
  subject: string
  messageId: string
  text: string
  html: string
  /** The calendar file, if attached. */
  calendar: string | undefined
  /** The raw bytes. */
  raw: string
}

/** The reply to a recipient: `accept`, a permanent or temporary refusal, or a closed connection. */
export type Manner = 'accept' | 'refuse' | 'defer' | 'drop'

export type Inbox = {
  url: string
  mails: Mail[]
  /** The reply to the next recipients. */
  manner: Manner
  /** The text of its refusals. */
  refusal: string
  /** Blocks the next recipients; `seen` resolves when one is blocked, `release` unblocks them. */
  hold(): { seen: Promise<void>; release(): void }
  close(): Promise<void>
}

/** A real SMTP server on the loopback that keeps the mails it receives. */
export async function openInbox(): Promise<Inbox> {
  const mails: Mail[] = []
  let held: { seen: PromiseWithResolvers<void>; released: PromiseWithResolvers<void> } | undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    async onRcptTo(_address, session, callback) {
      held?.seen.resolve()
      await held?.released.promise
      if (inbox.manner === 'refuse') return callback(refusal(550, inbox.refusal))
      if (inbox.manner === 'defer') return callback(refusal(451, 'Try again later'))
      if (inbox.manner === 'drop') {
        const connection = [...server.connections].find((one) => (one as { id?: string }).id === session.id)
        ;(connection as { close(): void } | undefined)?.close()
        return
      }
      callback()
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          ...readMail(Buffer.concat(chunks).toString('utf8')),
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map((recipient) => recipient.address),
        })
        callback()
      })
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const inbox: Inbox = {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    manner: 'accept',
    refusal: 'No such mailbox',
    hold() {
      const gate = { seen: Promise.withResolvers<void>(), released: Promise.withResolvers<void>() }
      held = gate
      return {
        seen: gate.seen.promise,
        release() {
          held = undefined
          gate.released.resolve()
        },
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return inbox
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

/** The parts of MIME that the product's mails use: nested parts, quoted-printable, base64, encoded words. */
export function readMail(raw: string): Omit<Mail, 'from' | 'to'> {
  const { headers } = readPart(raw)
  const parts = leaves(raw)
  const body = (type: string) => parts.find((part) => part.type === type)?.body
  return {
    subject: decodeWords(headers.get('subject') ?? ''),
    messageId: headers.get('message-id') ?? '',
    text: body('text/plain') ?? '',
    html: body('text/html') ?? '',
    calendar: body('text/calendar'),
    raw,
  }
}

function readPart(raw: string): { headers: Map<string, string>; body: string } {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  return { headers, body: raw.slice(end + 4) }
}

function leaves(raw: string): { type: string; body: string }[] {
  const { headers, body } = readPart(raw)
  const type = headers.get('content-type') ?? 'text/plain'
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1]
  if (boundary !== undefined) {
    return body
      .split(`--${boundary}`)
      .slice(1, -1)
      .flatMap((part) => leaves(part.replace(/^\r\n/, '')))
  }
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase()
  return [{ type: type.split(';')[0]?.trim() ?? '', body: decodeBody(body, encoding).replace(/\r\n/g, '\n') }]
}

function decodeBody(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

function decodeWords(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : decodeBody(text.replace(/_/g, ' '), 'quoted-printable'),
    )
}
