import type { RenderOptions } from 'bwip-js/node'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { Language } from '#contract/options.ts'
import type { VisitState } from '#contract/visit-states.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import type { Context, SignedIn } from '#server/platform/context.ts'
import { preparationOf } from './availability/visit-length.ts'
import { passCodeOf } from './pass-code.ts'
import { readVisitAt, type Visit } from './queries-visits.ts'
import { requireVisit } from './require-visit.ts'

/** What patients get of their visit: the calendar entry, the code for the desk, the data of a mail. */

export const visitCalendar = async (context: SignedIn, id: string): Promise<string> =>
  calendarOf(context, await requireVisit(context, id), await laboratorySettings(context))

/** The pass code alone: a scanner types it like a keyboard, and it tells a stranger neither name nor test. */
export async function visitQr(context: SignedIn, id: string): Promise<string> {
  const visit = await requireVisit(context, id)
  // M survives a cracked phone screen; the white margin lets it be read in dark mode.
  const options: RenderOptions & { eclevel: string } = {
    bcid: 'qrcode',
    eclevel: 'M',
    text: passCodeOf(visit),
    paddingwidth: 4,
    paddingheight: 4,
    backgroundcolor: 'FFFFFF',
  }
  const { default: bwip } = await import('bwip-js/node')
  return bwip.toSVG(options)
}

export type VisitMail = {
  fullName: string
  reference: string
  status: VisitState
  startsAt: Date
  site: string
  timeZone: string
  tests: string[]
  preparation: string[]
  /** The calendar entry, for messages that carry it. */
  calendar: (laboratory: Contact, language: Language) => string
}

export async function visitMail(
  context: Context,
  at: { siteId: string; visitId: string },
): Promise<VisitMail | null> {
  const visit = await readVisitAt(context.db, at)
  if (!visit) return null
  const { patient, reference, status, startsAt, siteName: site, timeZone } = visit
  return {
    fullName: patient.fullName,
    reference,
    status,
    startsAt,
    site,
    timeZone,
    tests: visit.tests.map((test) => test.name),
    preparation: preparationOf(visit.tests),
    calendar: (laboratory, language) => calendarOf(context, visit, laboratory, language),
  }
}

type Contact = { name: string; address: string; phone: string }

const calendarWords: Readonly<
  Record<Language, { visit: string; reference: string; before: string; questions: string }>
> = {
  en: {
    visit: 'Laboratory visit',
    reference: 'Reference',
    before: 'Before you come:',
    questions: 'Questions:',
  },
  fr: {
    visit: 'Visite au laboratoire',
    reference: 'Référence',
    before: 'Avant de venir\u00a0:',
    questions: 'Questions\u00a0:',
  },
  tw: {
    visit: 'Laboratory nsrahwɛ',
    reference: 'Reference',
    before: 'Ansa na woaba:',
    questions: 'Nsɛmmisa:',
  },
}

/** Names no test: calendars are shared with families and employers. A change carries the same id and a higher sequence. */
function calendarOf(context: Context, visit: Visit, laboratory: Contact, language: Language = 'en'): string {
  const preparation = preparationOf(visit.tests)
  const words = calendarWords[language]
  const method = visit.status === 'cancelled' ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH
  const calendar = emptyCalendar(laboratory, language, method)
  calendar.createEvent({
    ...entryOf(visit, laboratory, language),
    stamp: context.clock.now(),
    description: [
      `${words.reference} ${visit.reference}`,
      ...(preparation.length > 0 ? [words.before, ...preparation] : []),
      `${words.questions} ${laboratory.phone}`,
    ].join('\n'),
  })
  return calendar.toString()
}

/** Visits for a calendar program that reads them again and again: the same as long as nothing changes, and without preparation. */
export function feedOf(visits: readonly Visit[], laboratory: Contact, language: Language): string {
  const calendar = emptyCalendar(laboratory, language, ICalCalendarMethod.PUBLISH).ttl(60 * 60)
  for (const visit of visits)
    calendar.createEvent({ ...entryOf(visit, laboratory, language), stamp: visit.createdAt })
  return calendar.toString()
}

const emptyCalendar = ({ name }: Contact, language: Language, method: ICalCalendarMethod) =>
  ical({ name, prodId: { company: 'Phial', product: 'Phial', language: language.toUpperCase() }, method })

const entryOf = (visit: Visit, laboratory: Contact, language: Language) => ({
  id: `${visit.id}@phial`,
  sequence: visit.version - 1,
  start: visit.startsAt,
  end: visit.endsAt,
  summary: `${calendarWords[language].visit}, ${laboratory.name}`,
  location: `${visit.siteName}, ${laboratory.address}`,
  status: visit.status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
})
