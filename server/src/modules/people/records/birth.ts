import { wholeYears, yearsBefore } from '#contract/age.ts'
import type { BirthPrecision } from '#contract/found-person.ts'
import { utcDay } from '#server/platform/clock.ts'

/**
 * When somebody was born, as far as it is known. `date` is the day (YYYY-MM-DD), the first day of the month or of the year,
 * or, estimated from an age in whole years said on a day, the latest day that fits it.
 */
export type Birth = { date: string; precision: BirthPrecision }

const dayMs = 86_400_000
const dayOf = (time: number) => utcDay(new Date(time))

function lastOfMonth(first: string): string {
  const date = new Date(first)
  date.setUTCMonth(date.getUTCMonth() + 1, 0)
  return dayOf(date.getTime())
}

/** The date of birth, estimated from an age in whole years that was stated on a day. */
export const bornByAge = (age: number, saidOn: string): Birth => ({
  date: yearsBefore(saidOn, age),
  precision: 'estimated',
})

/** The age in whole years on a day; the lowest possible one if the day of birth is not known. */
export const ageOn = (birth: Birth, day: string): number => wholeYears(birthRange(birth).last, day)

/** The first and the last possible day of birth. */
export function birthRange({ date, precision }: Birth): { first: string; last: string } {
  switch (precision) {
    case 'day':
      return { first: date, last: date }
    case 'month':
      return { first: date, last: lastOfMonth(date) }
    case 'year':
      return { first: date, last: `${date.slice(0, 4)}-12-31` }
    case 'estimated':
      return { first: dayOf(Date.parse(yearsBefore(date, 1)) + dayMs), last: date }
  }
}

/**
 * By how many years two ages stated by one person may differ: people round their age, and forget their last birthday.
 * Parents and children of the same name are further apart.
 */
const slackYears = 2

/** The first and the last `date` of the persons who can be the same as one born then. */
export function datesThatFit(birth: Birth): { first: string; last: string } {
  const { first, last } = birthRange(birth)
  return { first: yearsBefore(first, slackYears + 1), last: yearsBefore(last, -slackYears - 1) }
}

/** Whether both can be of one person. */
export function birthsFit(one: Birth, other: Birth): boolean {
  const [a, b] = [birthRange(one), birthRange(other)]
  return yearsBefore(a.first, slackYears) <= b.last && yearsBefore(b.first, slackYears) <= a.last
}

/** Whether the second, stated by somebody who knows it better than from an age, contradicts the first. */
export function contradicts(known: Birth, stated: Birth): boolean {
  if (known.precision === 'estimated') return !birthsFit(known, stated)
  const [a, b] = [birthRange(known), birthRange(stated)]
  return a.first > b.last || b.first > a.last
}

/** With the date that stands for the precision: the first day of the month or year. */
export const normalBirth = ({ date, precision }: Birth): Birth => {
  const start = {
    day: date,
    month: `${date.slice(0, 7)}-01`,
    year: `${date.slice(0, 4)}-01-01`,
    estimated: date,
  }
  return { date: start[precision], precision }
}

/** An age in whole years and in days. */
export type Age = { years: number; days: number }

/** The youngest and the oldest that somebody can be; the same where the day of birth is known. */
export type Ages = { youngest: Age; oldest: Age }

/**
 * How old somebody can be on a day, by the recorded birth and the age in whole years that was stated for that day. The stated
 * age counts for nothing where the two contradict each other, and alone where the recorded birth is only an estimate.
 */
export function agesOn(known: Birth, day: string, stated: number): Ages {
  const said = birthRange(bornByAge(stated, day))
  if (known.precision === 'estimated') return agesBetween(said, day)
  const { first, last } = birthRange(known)
  const both = { first: first > said.first ? first : said.first, last: last < said.last ? last : said.last }
  return agesBetween(both.first <= both.last ? both : { first, last }, day)
}

const agesBetween = ({ first, last }: { first: string; last: string }, day: string): Ages => ({
  youngest: exactAge(last, day),
  oldest: exactAge(first, day),
})

const exactAge = (born: string, day: string): Age => ({
  years: ageOn({ date: born, precision: 'day' }, day),
  days: Math.max(0, Math.round((Date.parse(day) - Date.parse(born)) / dayMs)),
})

/** Of whom nothing but the age in whole years is known, on no certain day. */
export const agesInYears = (years: number): Ages => ({
  youngest: { years, days: Math.floor(years * 365.25) },
  oldest: { years, days: Math.ceil((years + 1) * 365.25) - 1 },
})
