import { mostTries } from '#contract/result-links.ts'
import { smsNumbersAsked, type Visit } from '#server/modules/booking/index.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { dialled } from '#server/platform/dialled.ts'
import { ask } from '#server/platform/events.ts'
import { latestReport } from '../reports/queries-reports.ts'
import { visitOf } from '../reports/read-report.ts'
import { answersOf, type LinkRow, linksOf } from './queries-links.ts'

/** The links and slips of a visit. They contain no result, so the audit trail does not record this reading. */
export async function listLinks(context: SignedIn, id: string) {
  const { db, clock } = context
  const visit = await visitOf(context, id)
  const rows = await linksOf(db, { siteId: visit.siteId, visitId: visit.id })
  const { phone: home } = await laboratorySettings(context)
  const phone = dialled(visit.patient.contact, home)
  return {
    links: rows.map((row) => presentLink(row, clock.now())),
    phone,
    whyNotSms: phone === '' ? null : await whyNotSms(context, phone),
    whyNotLink: await whyNotLink(context, visit),
    whyNotSlip: whyNotSlip(visit),
  }
}

export async function whyNotSms(context: SignedIn, phone: string): Promise<string | null> {
  if (context.config.sms === null) return 'This laboratory sends no SMS: no gateway is connected.'
  if ((await ask(context, smsNumbersAsked, [phone])).has(phone)) return null
  return 'No SMS is sent to this number: its owner has answered STOP.'
}

/** A link is given for a released report, to somebody who can answer what it asks for. */
export async function whyNotLink({ db, clock }: SignedIn, visit: Visit): Promise<string | null> {
  if (!(await latestReport(db, visit.siteId, visit.id))) return 'No results of this visit are released yet.'
  const { birth, slip } = await answersOf(db, { siteId: visit.siteId, visitId: visit.id }, clock.now())
  if (birth || slip) return null
  return 'A link opens with the exact date of birth, which is not recorded, or with the code of a collection slip. Record the date of birth, or print a slip.'
}

export const whyNotSlip = ({ status }: Pick<Visit, 'status'>): string | null =>
  status === 'cancelled' || status === 'no_show' ? 'This visit did not take place.' : null

export function presentLink({ endedAt, tries, ...link }: LinkRow, now: Date) {
  const isOpen = tries >= mostTries ? ('locked' as const) : ('open' as const)
  return {
    ...link,
    state: endedAt ? ('ended' as const) : link.expiresAt <= now ? ('expired' as const) : isOpen,
  }
}
