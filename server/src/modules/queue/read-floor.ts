import type { z } from 'zod'
import type { floorState } from '#contract/queue-views.ts'
import type { Context } from '#server/platform/context.ts'
import { dayOf, type Picture, readPicture, type SiteRef } from './picture.ts'
import { figuresOfDay, lateOfDay, peopleOfDay } from './queries-figures.ts'
import { deskStateOf } from './show.ts'

/** The picture with the figures of the day. */
export type FloorPicture = Picture & {
  figures: Awaited<ReturnType<typeof figuresOfDay>>
  people: Awaited<ReturnType<typeof peopleOfDay>>
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

export function floorOf(picture: FloorPicture): z.input<typeof floorState> {
  const { waitedMean, waitedP90, servedMean, servedP90, longestWaitNow, ...counts } = picture.figures
  return {
    ...deskStateOf(picture),
    today: {
      ...counts,
      waited: { mean: tenthsOrNull(waitedMean), p90: tenthsOrNull(waitedP90) },
      served: { mean: tenthsOrNull(servedMean), p90: tenthsOrNull(servedP90) },
      longestWaitNow: tenths(longestWaitNow),
    },
    people: picture.people.map((person) => ({ ...person, meanMinutes: tenthsOrNull(person.meanMinutes) })),
    late: picture.late,
  }
}
