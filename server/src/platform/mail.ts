import { chmod, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { deliveryReasons } from '#contract/delivery-reasons.ts'
import type { Config } from '../config.ts'
import { tracedMail } from './traces/outgoing.ts'

export type Mail = {
  /** The same for each retry: receivers recognise duplicates by the Message-ID made of it. */
  id: string
  at: Date
  to: string
  /** The name of the sender if the settings have none. */
  sender: string
  replyTo?: string
  subject: string
  text: string
  html: string
  /** An iCalendar file with its method, `PUBLISH` or `CANCEL`. */
  calendar?: { content: string; method: string }
  attachment?: { fileName: string; type: string; content: Buffer }
  /** For e-mails with an unsubscribe link: the name of the list and the link (RFC 2369, 2919, 8058). */
  list?: { id: string; name: string; unsubscribe: string }
}

export type Mailer = {
  /** @throws MailRefused if a retry is useless, any other error if it is not */
  send(mail: Mail): Promise<void>
  close(): void
}

/** The mail server refused this mail or its recipient permanently. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

/** Timeouts of the mail server, in milliseconds. */
const patience = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
}

/** Sends by SMTP where that is set, else writes `.eml` files into `outbox/` of the data folder. */
export function openMailer(config: Pick<Config, 'mail' | 'dataDir' | 'publicUrl'>): Mailer {
  const host = new URL(config.publicUrl).hostname
  const compose = (mail: Mail) => composed(mail, config.mail.from, host)
  return config.mail.smtpUrl === null
    ? fileMailer(join(config.dataDir, 'outbox'), compose)
    : smtpMailer(config.mail.smtpUrl, compose)
}

type Compose = (mail: Mail) => SendMailOptions

function composed(mail: Mail, from: string, host: string): SendMailOptions {
  for (const address of [mail.to, mail.replyTo ?? '']) {
    // Line breaks or separators in an address would add headers or recipients.
    if (/[\p{Cc}\u2028\u2029<>,;"]/u.test(address)) throw new MailRefused(deliveryReasons.badAddress)
  }
  return {
    from: from.includes('<') ? from : { name: oneLine(mail.sender), address: from },
    to: { name: '', address: mail.to },
    ...(mail.replyTo !== undefined && { replyTo: { name: '', address: mail.replyTo } }),
    subject: oneLine(mail.subject),
    messageId: `<${mail.id}@${host}>`,
    date: mail.at,
    text: mail.text,
    html: mail.html,
    ...(mail.calendar && {
      icalEvent: { filename: 'visit.ics', method: mail.calendar.method, content: mail.calendar.content },
    }),
    ...(mail.attachment && {
      attachments: [
        {
          filename: mail.attachment.fileName,
          contentType: mail.attachment.type,
          content: mail.attachment.content,
        },
      ],
    }),
    // Prevents out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated', ...(mail.list && listHeaders(mail.list, host)) },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function listHeaders({ id, name, unsubscribe }: NonNullable<Mail['list']>, host: string) {
  return {
    // Prepared, since nodemailer would encode the angle brackets.
    'List-Id': {
      prepared: true,
      value: `"${name.replace(/[^\x20-\x7e]|["\\<>]/g, '')}" <${id}.${host}>`,
    },
    'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
    // One-click needs https.
    ...(unsubscribe.startsWith('https://') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  }
}

/** Line breaks in a subject would start another header. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

function smtpMailer(url: string, compose: Compose): Mailer {
  const server = new URL(url)
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 4,
    // The outbox retries.
    maxRequeues: 0,
    ...patience,
  })
  return {
    async send(mail) {
      try {
        await tracedMail(server, () => transport.sendMail(compose(mail)))
      } catch (error) {
        throw isFinal(error) ? new MailRefused(error.message, { cause: error }) : error
      }
    },
    close: () => transport.close(),
  }
}

/** 5xx to the recipient or the content. A refused log-in or sender is an error of the settings, which can be corrected. */
function isFinal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return false
  const aboutMail = error.command === 'RCPT TO' || error.command === 'DATA'
  return aboutMail && typeof error.responseCode === 'number' && error.responseCode >= 500
}

function fileMailer(folder: string, compose: Compose): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  let ready: Promise<void> | undefined
  return {
    async send(mail) {
      const { message } = await transport.sendMail(compose(mail))
      if (!Buffer.isBuffer(message)) throw new Error('The mail was not composed')
      ready ??= makePrivate(folder)
      await ready
      await writeWhole(join(folder, `${mail.id}.eml`), message)
    },
    close() {},
  }
}

async function makePrivate(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
}

/** Writes a file atomically, readable by its owner only. */
async function writeWhole(path: string, content: Buffer): Promise<void> {
  const stage = `${path}.new-${process.pid}`
  const file = await openNew(stage)
  try {
    await file.writeFile(content)
    await file.datasync()
  } finally {
    await file.close()
  }
  await rename(stage, path)
}

/** Leftovers of an earlier attempt are removed. */
async function openNew(path: string) {
  const isFree = () => open(path, 'wx', 0o600)
  return isFree().catch(async () => {
    await rm(path, { force: true })
    return isFree()
  })
}
