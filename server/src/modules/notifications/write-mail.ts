import { z } from 'zod'
import { visitMail } from '#server/modules/booking/index.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import { after, days, hours, minutes } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import type { Mail } from '#server/platform/mail.ts'
import type { OutboxKind } from '#server/platform/outbox.ts'
import { asHtml, asText, type Part } from './letter.ts'
import { findContactMessage, type OutboxRow } from './queries.ts'
import { readReminderRules } from './queries-reminders.ts'

/** How long a message is worth sending: a code that has run out only confuses. Milliseconds; absent: for ever. */
const worth: Partial<Record<OutboxKind, number>> = {
  registration_code: minutes(10),
  password_reset: minutes(30),
  email_change: hours(24),
  technician_invited: days(7),
}

export function isOutdated(row: OutboxRow, now: Date): boolean {
  const life = worth[row.kind as OutboxKind]
  return life !== undefined && now.getTime() >= row.created_at.getTime() + life
}

type Content = Pick<Mail, 'subject' | 'replyTo' | 'calendar'> & { parts: Part[] }
type Writer = (context: Context, row: OutboxRow) => Promise<Content | null>

/** The mail that a row of the outbox stands for; null when what it tells of is not there. */
export async function writeMail(context: Context, row: OutboxRow): Promise<Mail | null> {
  const write = writers[row.kind as OutboxKind]
  const content = write ? await write(context, row) : null
  if (!content) return null
  const { name, address, phone } = await laboratorySettings(context)
  const { subject, parts, ...rest } = content
  const letter = { subject, parts, signature: [name, address, phone] }
  return {
    id: row.id,
    at: row.created_at,
    to: row.recipient,
    subject,
    ...rest,
    text: asText(letter),
    html: asHtml(letter),
  }
}

const person = z.object({ fullName: z.string() })
const withCode = z.object({ code: z.string() })
const withToken = z.object({ token: z.string() })
const withIssuer = z.object({ issuer: z.string() })
const visitAt = z.object({ siteId: z.string(), visitId: z.string() })
const closedFor = z.object({ reason: z.string() })
const contact = z.object({ contactMessageId: z.string() })

/**
 * Anybody can have us write to any address by registering it. A name that carries an address of the web, or a whole
 * advertisement, is therefore not repeated.
 */
function hello(row: OutboxRow): string {
  const { fullName } = person.parse(row.payload)
  return fullName.length > 80 || /\S[./@:]\S/.test(fullName) ? 'Hello,' : `Hello ${fullName},`
}

const page = (context: Context, path: string) => `${context.config.publicUrl}${path}`
const notYou = 'If this was not you, there is nothing to do: without this mail nobody gets any further.'

const writers: Readonly<Record<OutboxKind, Writer>> = {
  async registration_code(context, row) {
    const { code } = withCode.parse(row.secret)
    return {
      subject: 'Your code to sign up',
      parts: [
        hello(row),
        'welcome. With this code your account is ready in a moment:',
        { code },
        { label: 'Or open this page, where it is filled in', link: page(context, `/otp#code=${code}`) },
        `It works once, for 10 minutes. ${notYou}`,
      ],
    }
  },
  async registration_known(context, row) {
    return {
      subject: 'You have an account already',
      parts: [
        hello(row),
        'somebody, probably you, asked for an account with this address. You have one already, so nothing was changed.',
        { label: 'Log in', link: page(context, '/login') },
        { label: 'If you forgot your password', link: page(context, '/forgot-password') },
      ],
    }
  },
  async password_reset(context, row) {
    const { token } = withToken.parse(row.secret)
    return {
      subject: 'Set a new password',
      parts: [
        hello(row),
        'here you can choose a new password:',
        { label: 'Set a new password', link: page(context, `/reset-password#token=${token}`) },
        `The link works once, for 30 minutes. ${notYou}`,
      ],
    }
  },
  async password_changed(context, row) {
    return {
      subject: 'Your password was changed',
      parts: [
        hello(row),
        'your password was just changed, and you were signed out everywhere else.',
        'If this was not you, set a new one at once and call us:',
        { label: 'Set a new password', link: page(context, '/forgot-password') },
      ],
    }
  },
  async email_change(context, row) {
    const { token } = withToken.parse(row.secret)
    return {
      subject: 'Confirm your new e-mail address',
      parts: [
        hello(row),
        'please confirm that this is your address from now on:',
        { label: 'Confirm the address', link: page(context, `/confirm-email#token=${token}`) },
        `The link works once, for 24 hours. ${notYou}`,
      ],
    }
  },
  async email_change_asked(context, row) {
    return {
      subject: 'Your e-mail address is about to change',
      parts: [
        hello(row),
        'a new e-mail address was given for your account. It counts once it is confirmed; we write to this one until then.',
        'If this was not you, set a new password now. That also stops the change.',
        { label: 'Set a new password', link: page(context, '/forgot-password') },
      ],
    }
  },
  async email_changed(_context, row) {
    return {
      subject: 'Your e-mail address was changed',
      parts: [
        hello(row),
        'from now on we write to your new address, and you log in with it.',
        'If this was not you, please call us at once.',
      ],
    }
  },
  async issuer_joined(context, row) {
    const { issuer } = withIssuer.parse(row.payload)
    return {
      subject: 'A new way to log in to your account',
      parts: [
        hello(row),
        `you can now also log in through ${issuer}, which has confirmed that this address is yours.`,
        'If this was not you, set a new password and call us.',
        { label: 'Set a new password', link: page(context, '/forgot-password') },
      ],
    }
  },
  async account_closed(_context, row) {
    return {
      subject: 'Your account is closed',
      parts: [
        hello(row),
        'your account is closed and the visits you had to come are cancelled. Your results so far stay with us, as the law asks.',
        'Thank you for your trust. You are welcome again at any time.',
      ],
    }
  },
  async technician_invited(context, row) {
    const { token } = withToken.parse(row.secret)
    const { name } = await laboratorySettings(context)
    return {
      subject: `You are invited to ${name}`,
      parts: [
        hello(row),
        `welcome to ${name}. Choose a password, and you can log in as a technician:`,
        { label: 'Set your password', link: page(context, `/tech-page/${token}`) },
        'The link works once, for 7 days. If you did not expect it, there is nothing to do.',
        { label: 'From then on you log in here', link: page(context, '/technician-login') },
      ],
    }
  },
  visit_booked: (context, row) =>
    visitContent(context, row, 'Your laboratory visit is booked', 'your visit is booked:'),
  visit_changed: (context, row) =>
    visitContent(
      context,
      row,
      'Your laboratory visit was changed',
      'your visit was changed. This is what counts now:',
    ),
  visit_again: (context, row) => againContent(context, row),
  visit_closed_out: (context, row) => closedOutContent(context, row),
  visit_cancelled: (context, row) =>
    visitContent(context, row, 'Your laboratory visit is cancelled', 'your visit is cancelled:'),
  visit_reminder: (context, row) =>
    visitContent(context, row, 'Your laboratory visit is near', 'we expect you soon:'),
  fasting_begins: (context, row) => fastingContent(context, row),
  results_ready: (context, row) =>
    resultContent(context, row, 'Your results are ready', 'the results of your visit are ready to read.'),
  result_corrected: (context, row) =>
    resultContent(
      context,
      row,
      'A result was corrected',
      'the laboratory has corrected a result of your visit. The new report says what changed and why.',
    ),
  result_withdrawn: (context, row) =>
    resultContent(
      context,
      row,
      'A result was withdrawn',
      'the laboratory has withdrawn a result of your visit: please do not rely on it any more. The report says why. If you have shown it to somebody, tell them too.',
    ),
  async contact_message(context, row) {
    const message = await findContactMessage(context.db, contact.parse(row.payload).contactMessageId)
    if (!message) return null
    return {
      subject: `Message from ${message.name}`,
      replyTo: message.email,
      parts: [
        `${message.name} (${message.email}) wrote through the contact form:`,
        { quote: message.message },
        'Answering this mail answers them.',
      ],
    }
  },
}

/** Neither a test nor a value: what was found is read after signing in. */
async function resultContent(
  context: Context,
  row: OutboxRow,
  subject: string,
  lead: string,
): Promise<Content | null> {
  const visit = await visitMail(context, visitAt.parse(row.payload))
  if (!visit) return null
  return {
    subject,
    parts: [
      `Hello ${visit.fullName},`,
      lead,
      { list: [visit.when, `Reference ${visit.reference}`] },
      { label: 'Log in to read them', link: page(context, '/patient-dashboard/appointments') },
    ],
  }
}

/** Says neither which test nor what was wrong with the sample: nobody is to read something about their health into it. */
async function againContent(context: Context, row: OutboxRow): Promise<Content | null> {
  const visit = await visitMail(context, visitAt.parse(row.payload))
  if (!visit) return null
  const preparation: Part[] =
    visit.preparation.length === 0 ? [] : ['Before you come:', { list: visit.preparation }]
  return {
    subject: 'A new time for your laboratory visit',
    parts: [
      `Hello ${visit.fullName},`,
      'one of your samples cannot be used, and we would like to take another. This is about the sample and says nothing about your health. We keep this time for you:',
      { list: [visit.when, visit.site, `Reference ${visit.reference}`] },
      ...preparation,
      'If it suits you, there is nothing to do. If not, choose another time:',
      { label: 'See or change it', link: page(context, '/patient-dashboard/appointments') },
    ],
    calendar: { content: visit.calendar, method: /^METHOD:(\w+)/m.exec(visit.calendar)?.[1] ?? 'PUBLISH' },
  }
}

/** The visit still stands, at a time at which nobody will be there: it asks for another time. */
async function closedOutContent(context: Context, row: OutboxRow): Promise<Content | null> {
  const { reason } = closedFor.parse(row.payload)
  const visit = await visitMail(context, visitAt.parse(row.payload))
  if (!visit) return null
  return {
    subject: 'Please choose another time for your laboratory visit',
    parts: [
      `Hello ${visit.fullName},`,
      `the laboratory will be closed at the time of your visit (${reason}). We are sorry. This is the visit:`,
      { list: [visit.when, visit.site, `Reference ${visit.reference}`] },
      'Please choose another time, or call us and we will do it for you:',
      { label: 'Choose another time', link: page(context, '/patient-dashboard/appointments') },
    ],
  }
}

/** Sent before the night, so that nobody is woken: the hour from which it counts stands in it. */
async function fastingContent(context: Context, row: OutboxRow): Promise<Content | null> {
  const visit = await visitMail(context, visitAt.parse(row.payload))
  if (!visit) return null
  const { fastingHours } = await readReminderRules(context.db)
  const from = after(visit.startsAt, -hours(fastingHours ?? 0))
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone: visit.timeZone,
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(from)
  return {
    subject: 'Before your laboratory visit',
    parts: [
      `Hello ${visit.fullName},`,
      `your visit is coming, and it needs an empty stomach. Please eat nothing from ${time} on:`,
      { list: [visit.when, visit.site, `Reference ${visit.reference}`] },
      ...(visit.preparation.length > 0 ? ['Before you come:', { list: visit.preparation }] : []),
      { label: 'See or change it', link: page(context, '/patient-dashboard/appointments') },
    ],
  }
}

/** Names of tests stay out of the subject, which shows on locked screens. */
async function visitContent(
  context: Context,
  row: OutboxRow,
  subject: string,
  lead: string,
): Promise<Content | null> {
  const visit = await visitMail(context, visitAt.parse(row.payload))
  if (!visit) return null
  const cancelled = row.kind === 'visit_cancelled'
  const preparation: Part[] =
    cancelled || visit.preparation.length === 0 ? [] : ['Before you come:', { list: visit.preparation }]
  return {
    subject,
    parts: [
      `Hello ${visit.fullName},`,
      lead,
      { list: [visit.when, visit.site, `Reference ${visit.reference}`, visit.tests.join(', ')] },
      ...preparation,
      ...(cancelled
        ? []
        : [{ label: 'See or change it', link: page(context, '/patient-dashboard/appointments') }]),
    ],
    // The visit may have been cancelled since the message was planned: the file then says so itself.
    calendar: { content: visit.calendar, method: /^METHOD:(\w+)/m.exec(visit.calendar)?.[1] ?? 'PUBLISH' },
  }
}
