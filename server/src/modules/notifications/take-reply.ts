import type { Language } from '#contract/options.ts'
import { readPatient } from '#server/modules/access/index.ts'
import { cancelAppointment, listReached, type Reached } from '#server/modules/booking/index.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import { type Context, type SignedIn, transact } from '#server/platform/context.ts'
import { dialled } from '#server/platform/dialled.ts'
import { Refusal } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { type GatewayCall, readGatewayCall } from './gateway-call.ts'
import { languageOf } from './language-of.ts'
import {
  addAnswer,
  addReply,
  lastAsked,
  settleReply,
  siteLastWritten,
  startSms,
  stopSms,
} from './queries-sms.ts'

type Outcome = { outcome: string; visitId: string | null; answer: string | null }

const of = (outcome: string, visitId: string | null = null, answer: string | null = null): Outcome => ({
  outcome,
  visitId,
  answer,
})

const words = {
  stop: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'END', 'QUIT', 'ARRET', 'ARRÊT'],
  start: ['START', 'UNSTOP'],
  confirm: ['1', 'YES', 'CONFIRM', 'OUI', 'CONFIRMER'],
  cancel: ['C', 'CANCEL', 'ANNULER'],
} as const

type ReplyMeaning = keyof typeof words | 'unknown'

/** The meaning of a reply: known only if the whole text is one of the words. */
function meaningOf(text: string): ReplyMeaning {
  const said = text
    .toUpperCase()
    .replace(/[\s.!"']+/g, ' ')
    .trim()
  const entries = Object.entries(words) as [keyof typeof words, readonly string[]][]
  return entries.find(([, known]) => known.includes(said))?.[0] ?? 'unknown'
}

/**
 * Does what somebody answered to an SMS, once, however often the gateway tells. A number alone says who it is, as it
 * was this number that was asked: it can confirm or give up the one visit that the question was about, no more.
 */
export async function takeReply(context: Context, call: GatewayCall): Promise<string> {
  const fields = readGatewayCall(context.config, call, context.clock.now())
  const { phone: home } = await laboratorySettings(context)
  const phone = dialled(fields.from ?? fields.From ?? '', home)
  const text = (fields.text ?? fields.Body ?? '').slice(0, 1_000)
  const providerId = (fields.id ?? fields.MessageSid ?? '').slice(0, 200)
  if (phone === '' || providerId === '') return ''
  await transact({ ...context, network: 'sms' }, async (within) => {
    const tx = within.db
    const id = uuidv7(context.clock)
    const meaning = meaningOf(text)
    const at = context.clock.now()
    const siteId = await siteLastWritten(tx, phone)
    const reply = { id, phone, text, meaning, outcome: '', at, providerId, siteId }
    if (!(await addReply(tx, reply))) return
    const { outcome, visitId, answer } = await act(within, phone, meaning)
    await settleReply(tx, id, { outcome, visitId })
    if (answer) await addAnswer(tx, { id: uuidv7(context.clock), recipient: phone, text: answer }, at)
  })
  context.wakeOutbox()
  return ''
}

async function act(context: Context, phone: string, meaning: ReplyMeaning): Promise<Outcome> {
  const { db, clock } = context
  switch (meaning) {
    case 'stop':
      await stopSms(db, phone, clock.now())
      return of('No more SMS to this number')
    case 'start':
      await startSms(db, phone)
      return of('SMS to this number again')
    case 'unknown':
      return of('Not understood')
    case 'confirm':
    case 'cancel': {
      const visit = await askedAbout(context, phone)
      if (!visit) return of('No visit to come was asked about')
      if (meaning === 'confirm') return of('Confirmed', visit.id)
      return giveUp(context, visit)
    }
  }
}

async function askedAbout({ db, clock }: Context, phone: string): Promise<Reached | null> {
  const visitId = await lastAsked(db, phone)
  const [visit] = await listReached(db, visitId === null ? [] : [visitId])
  return visit && visit.status === 'booked' && visit.startsAt > clock.now() ? visit : null
}

const pleaseCall: Readonly<Record<Language, (phone: string) => string>> = {
  en: (phone) => `Please call ${phone} to cancel your visit.`,
  fr: (phone) => `Pour annuler votre visite, appelez le ${phone}.`,
  tw: (phone) => `Sɛ wopɛ sɛ wotwa wo berɛ mu a, yɛsrɛ wo, frɛ ${phone}.`,
}

/** Cancels as the patient would on the screen, by the same rules and with the same messages. */
async function giveUp(context: Context, visit: Reached): Promise<Outcome> {
  const { phone } = await laboratorySettings(context)
  const owner = visit.accountId === null ? null : await readPatient(context.db, visit.accountId)
  const language = await languageOf(context, { payload: { visitId: visit.id }, recipient: '' })
  if (!owner) return of('Asked to cancel: no account', visit.id, pleaseCall[language](phone))
  const actor = {
    accountId: owner.id,
    role: 'user' as const,
    fullName: owner.fullName,
    email: owner.email,
    permissions: [],
    sites: null,
    sessionHash: Buffer.alloc(0),
  }
  const asPatient: SignedIn = { ...context, actor }
  try {
    await cancelAppointment(asPatient, visit.id, { reason: 'By SMS' })
    return of('Cancelled', visit.id)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const answer = language === 'en' ? `${error.message} ${phone}` : pleaseCall[language](phone)
    return of(`Not cancelled: ${error.message}`, visit.id, answer)
  }
}
