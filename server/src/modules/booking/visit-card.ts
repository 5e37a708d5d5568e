import bwip, { type RenderOptions } from 'bwip-js/node'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { VisitState } from '#contract/visit-states.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import type { Context, SignedIn } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { passCodeOf } from './pass-code.ts'
import { reachOf } from './policy.ts'
import { readVisit, readVisitAt, type Visit } from './queries-visits.ts'
import { preparationOf } from './visit-length.ts'

/** What a person carries of a visit: the calendar entry, the code for the desk, the lines of a mail. */

export async function visitCalendar(context: SignedIn, id: string): Promise<string> {
  const visit = await readVisit(context.db, reachOf(context.actor), id)
  if (!visit) throw notFound('This appointment')
  return calendarOf(context, visit)
}

/** The pass code alone: a scanner types it like a keyboard, and a stranger who reads it learns no name and no test. */
export async function visitQr(context: SignedIn, id: string): Promise<string> {
  const visit = await readVisit(context.db, reachOf(context.actor), id)
  if (!visit) throw notFound('This appointment')
  // M survives a cracked phone screen; the white margin lets it be read in dark mode.
  const options: RenderOptions & { eclevel: string } = {
    bcid: 'qrcode',
    eclevel: 'M',
    text: passCodeOf(visit),
    paddingwidth: 4,
    paddingheight: 4,
    backgroundcolor: 'FFFFFF',
  }
  return bwip.toSVG(options)
}

export type VisitMail = {
  fullName: string
  reference: string
  status: VisitState
  startsAt: Date
  /** The start as people write it, in the site's zone. */
  when: string
  site: string
  timeZone: string
  tests: string[]
  preparation: string[]
  calendar: string
}

export async function visitMail(
  context: Context,
  at: { siteId: string; visitId: string },
): Promise<VisitMail | null> {
  const visit = await readVisitAt(context.db, at.siteId, at.visitId)
  if (!visit) return null
  return {
    fullName: visit.patient.fullName,
    reference: visit.reference,
    status: visit.status,
    startsAt: visit.startsAt,
    when: new Intl.DateTimeFormat('en-GB', {
      timeZone: visit.timeZone,
      dateStyle: 'full',
      timeStyle: 'short',
    }).format(visit.startsAt),
    site: visit.siteName,
    timeZone: visit.timeZone,
    tests: visit.tests.map((test) => test.name),
    preparation: preparationOf(visit.tests),
    calendar: await calendarOf(context, visit),
  }
}

/** Names no test: calendars are shared with families and employers. A change carries the same id and a higher sequence. */
async function calendarOf(context: Context, visit: Visit): Promise<string> {
  const laboratory = await laboratorySettings(context)
  const cancelled = visit.status === 'cancelled'
  const preparation = preparationOf(visit.tests)
  const calendar = ical({
    name: laboratory.name,
    prodId: { company: 'Phial', product: 'Phial', language: 'EN' },
    method: cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  })
  calendar.createEvent({
    id: `${visit.id}@phial`,
    sequence: visit.version - 1,
    stamp: context.clock.now(),
    start: visit.startsAt,
    end: visit.endsAt,
    summary: `Laboratory visit, ${laboratory.name}`,
    location: `${visit.siteName}, ${laboratory.address}`,
    description: [
      `Reference ${visit.reference}`,
      ...(preparation.length > 0 ? ['Before you come:', ...preparation] : []),
      `Questions: ${laboratory.phone}`,
    ].join('\n'),
    status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  })
  return calendar.toString()
}
