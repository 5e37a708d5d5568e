import type { FloorState } from '#contract/queue-views.ts'
import type { Context } from '#server/platform/context.ts'
import { dayOf, type Picture, readPicture, type SiteRef } from './picture.ts'
import { figuresOfDay, lateOfDay, type PersonToday, peopleOfDay } from './queries-figures.ts'
import { deskStateOf } from './show.ts'

type Figures = Awaited<ReturnType<typeof figuresOfDay>>

/** The picture with the day's figures beside it. */
export type FloorPicture = Picture & {
  figures: Figures
  people: PersonToday[]
  late: Awaited<ReturnType<typeof lateOfDay>>
}

export async function readFloorPicture(
  context: Pick<Context, 'db' | 'clock'>,
  site: SiteRef,
  since: number | null = null,
): Promise<FloorPicture> {
  const { db } = context
  const picture = await readPicture(context, site, { since })
  const { start } = dayOf(site, picture.at)
  return {
    ...picture,
    figures: await figuresOfDay(db, site.id, picture.day, picture.at),
    people: await peopleOfDay(db, site.id, picture.day),
    late: await lateOfDay(db, site.id, start, picture.at),
  }
}

const tenths = (minutes: number) => Math.round(minutes * 10) / 10
const tenthsOrNull = (minutes: number | null) => (minutes === null ? null : tenths(minutes))

export function floorOf(picture: FloorPicture): FloorState {
  const { figures } = picture
  return {
    ...deskStateOf(picture),
    today: {
      issued: figures.issued,
      finished: figures.finished,
      left: figures.left,
      noShow: figures.noShow,
      waited: { mean: tenthsOrNull(figures.waitedMean), p90: tenthsOrNull(figures.waitedP90) },
      served: { mean: tenthsOrNull(figures.servedMean), p90: tenthsOrNull(figures.servedP90) },
      longestWaitNow: tenths(figures.longestWaitNow),
    },
    people: picture.people.map((person) => ({ ...person, meanMinutes: tenthsOrNull(person.meanMinutes) })),
    late: picture.late.map((visit) => ({ ...visit, startsAt: visit.startsAt.toISOString() })),
  }
}
