import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Availability, availability } from '#contract/booking.ts'
import type { ApiError } from '../../api/api-error.ts'
import type { LaboratoryFacts } from '../../api/laboratory-facts.ts'
import { queryFor } from '../../api/queries.ts'
import { now } from '../../lib/clock.ts'
import { addDays, dayOf, instantAt } from '../../lib/times.ts'
import { firstWeekday } from '../../lib/weeks.ts'
import type { ShownDay } from './day-picker.tsx'
import { type OfferedStart, startsOn, windowDays, windowOf } from './offered-days.ts'

/** What can be chosen, for pickers of day and time. */
export type Offer = {
  zone: string
  today: string
  last: string
  /** The first day of the window that is shown. */
  first: string
  move: (first: string) => void
  /** Shows the window that a day is in. */
  show: (day: string) => void
  days: readonly ShownDay[]
  /** The day whose times are shown: the chosen one, else the first with any. */
  day: string | null
  starts: readonly OfferedStart[]
  answer: Availability | undefined
  loading: boolean
  error: ApiError | null
  retry: () => void
  /** The chosen start was offered once and is not any more. */
  lost: boolean
}

export type OfferAsk = {
  tests: readonly string[]
  day: string | null
  startsAt: string | null
  /** Starts that this person has for themselves although they are taken. */
  own: readonly string[]
  /** For staff, who book at any site. */
  siteId?: string | undefined
}

/** The site of this id; without one, that at which patients book. */
export function siteOf({ sites }: Pick<LaboratoryFacts, 'sites'>, id?: string) {
  const site = sites.find((one) => one.id === id) ?? sites[0]
  if (!site) throw new Error('The laboratory has no site')
  return site
}

/** The first question that the pickers ask, so that a route can ask it before. */
export function firstAvailability(laboratory: LaboratoryFacts, tests: readonly string[] = [], day?: string) {
  const today = dayOf(now(), siteOf(laboratory).timeZone)
  return availabilityFrom(windowOf(day ?? today, today, firstWeekday(laboratory.weekStart)), today, tests)
}

function availabilityFrom(first: string, today: string, tests: readonly string[], siteId?: string) {
  const from = first < today ? today : first
  const query = {
    tests: [...tests],
    from,
    to: addDays(first, windowDays - 1),
    ...(siteId !== undefined && { siteId }),
  }
  return queryFor(availability, { query })
}

export function useOffer(laboratory: LaboratoryFacts, ask: OfferAsk): Offer {
  const zone = siteOf(laboratory, ask.siteId).timeZone
  const today = dayOf(now(), zone)
  const windowAt = (day: string) => windowOf(day, today, firstWeekday(laboratory.weekStart))
  const [first, move] = useState(() => windowAt(ask.day ?? today))
  const answer = useQuery({
    ...availabilityFrom(first, today, ask.tests, ask.siteId),
    placeholderData: keepPreviousData,
  })
  const days = (answer.data?.days ?? [])
    .filter(({ day }) => first <= day && day < addDays(first, windowDays))
    .map((day) => ({ day, starts: startsOn(day, ask.own, zone) }))
  const day = ask.day ?? days.find(({ starts }) => starts.length > 0)?.day.day ?? null
  const shown = days.find((one) => one.day.day === day)
  const starts = shown?.starts ?? []
  const settled = !answer.isPlaceholderData && !answer.isFetching && shown !== undefined
  return {
    zone,
    today,
    last: addDays(today, laboratory.booking.horizonDays),
    first,
    move,
    show: (wanted) => move(windowAt(wanted)),
    days,
    day,
    starts,
    answer: answer.data,
    loading: answer.isPlaceholderData || answer.isPending,
    error: answer.error,
    retry: () => void answer.refetch(),
    lost: settled && ask.startsAt !== null && !starts.some(({ at }) => at === ask.startsAt),
  }
}

/**
 * A start as the calls take it: date and time at the site's clock. In the hour that an autumn change repeats they would
 * mean the first of two, so the second goes as the instant itself.
 */
export function scheduledAt(at: string, zone: string, time: string) {
  const day = dayOf(at, zone)
  const meant = instantAt(day, time, zone)
  return meant !== null && Date.parse(meant) === Date.parse(at)
    ? { scheduledDate: day, scheduleTime: time }
    : { scheduledDate: at }
}
