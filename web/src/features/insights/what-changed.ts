import { t } from '@lingui/core/macro'
import type { Figures, Step } from '#contract/insights.ts'
import { type Kind, sayChange } from './change-words.ts'
import { sayCount, sayLasting, sayShare } from './number-words.ts'
import type { SectionId } from './sections.ts'

/** What stands at the top of the insights: a sentence, and the section that has its figures. */
export type Sentence = { words: string; section: SectionId }

type Read = Pick<Figures, 'turnaround' | 'visits'>
type Compared = { now: Read; was: Read; before: string }

/** The turnaround runs from the collection to the release: waiting and collection lie before it. */
const turnaroundSteps = ['transport', 'analysis', 'release'] as const satisfies readonly Step[]
type TurnaroundStep = (typeof turnaroundSteps)[number]

const sayWaited: Readonly<Record<TurnaroundStep, (name: string, difference: string) => string>> = {
  transport: (name, difference) => t`${name} waited ${difference} on the way to the bench`,
  analysis: (name, difference) => t`${name} waited ${difference} at the bench`,
  release: (name, difference) => t`${name} waited ${difference} until the release`,
}

/** With fewer tests than this a median says little of why. */
const fewest = 5

/** Two or three sentences on what changed against the period before, and what contributed most. */
export function whatChanged(compared: Compared): Sentence[] {
  return [sayTurnaround(compared), sayInTime(compared), sayVisits(compared)].filter((one) => one !== null)
}

function sayTurnaround({ now, was, before }: Compared): Sentence | null {
  const median = now.turnaround.total.median
  if (median === null) return null
  const change = changeOf('minutes', median, was.turnaround.total.median, before)
  const lasting = sayLasting(median)
  return {
    words: joined(t`Median turnaround ${lasting}, ${change}.`, causeOfChange(now, was)),
    section: 'turnaround',
  }
}

/**
 * Which test, at which step, moved the median most. The contribution of a test to a step is the change of its median times its
 * share of all released tests; it is the main cause if it makes at least half of all contributions in that direction.
 */
function causeOfChange(now: Read, was: Read): string | null {
  const total = (now.turnaround.total.median ?? 0) - (was.turnaround.total.median ?? 0)
  if (was.turnaround.total.median === null || total === 0) return null
  const before = new Map(was.turnaround.byTest.map((one) => [one.test.code, one]))
  const contributions = now.turnaround.byTest.flatMap((test) => {
    const earlier = before.get(test.test.code)
    return turnaroundSteps.flatMap((step) => {
      const [time, timeBefore] = [test.steps[step], earlier?.steps[step]]
      if (!timeBefore || time.count < fewest || timeBefore.count < fewest) return []
      const minutes = (time.median ?? 0) - (timeBefore.median ?? 0)
      if (Math.sign(minutes) !== Math.sign(total)) return []
      return { name: test.test.name, step, minutes, size: Math.abs(minutes) * test.released }
    })
  })
  const [most] = contributions.toSorted((a, b) => b.size - a.size)
  if (!most || Math.abs(most.minutes) < 1) return stepOfChange(now, was, total)
  const all = contributions.reduce((sum, { size }) => sum + size, 0)
  return sayCause(sayWaited[most.step](most.name, sayDifference(most.minutes)), most.size >= all / 2)
}

/** Where no test stands out: the step that changed most over all tests. */
function stepOfChange(now: Read, was: Read, total: number): string | null {
  const changes = turnaroundSteps.flatMap((step) => {
    const minutes = (now.turnaround.steps[step].median ?? 0) - (was.turnaround.steps[step].median ?? 0)
    return Math.sign(minutes) === Math.sign(total) ? [{ step, minutes }] : []
  })
  const [most] = changes.toSorted((a, b) => Math.abs(b.minutes) - Math.abs(a.minutes))
  if (!most || Math.abs(most.minutes) < 1) return null
  const waited = sayWaited[most.step](t`tests of all kinds`, sayDifference(most.minutes))
  return sayCause(waited, Math.abs(most.minutes) >= Math.abs(total) / 2)
}

const sayCause = (what: string, isMain: boolean) =>
  isMain ? t`Main cause: ${what}.` : t`Partial cause: ${what}.`

const sayDifference = (minutes: number) =>
  minutes < 0 ? t`${sayLasting(Math.abs(minutes))} less` : t`${sayLasting(Math.abs(minutes))} more`

function sayInTime({ now, was, before }: Compared): Sentence | null {
  const { share, byTest } = now.turnaround
  if (share === null) return null
  const [worst] = byTest.toSorted((a, b) => b.released - b.inTime - (a.released - a.inTime))
  const late = worst ? worst.released - worst.inTime : 0
  const why =
    worst && late > 0
      ? t`${worst.test.name} was late most often (${sayCount(late)} of ${sayCount(worst.released)}).`
      : null
  const change = changeOf('share', share, was.turnaround.share, before)
  return {
    words: joined(t`${sayShare(share)} of all tests were released in time, ${change}.`, why),
    section: 'turnaround',
  }
}

function sayVisits({ now, was, before }: Compared): Sentence | null {
  const { came, noShowShare, noShow } = now.visits
  if (came === 0 && noShow === 0) return null
  const change = changeOf('count', came, was.visits.came, before)
  const people = came === 1 ? t`1 person came, ${change}.` : t`${sayCount(came)} people came, ${change}.`
  const missed =
    noShowShare === null
      ? null
      : t`${sayShare(noShowShare)} of booked visits were no-shows, ${changeOf('share', noShowShare, was.visits.noShowShare, before)}.`
  return {
    words: joined(people, missed),
    section:
      noShowShare !== null && moreThanAPoint(noShowShare, was.visits.noShowShare) ? 'no-shows' : 'visits',
  }
}

const joined = (...sentences: (string | null)[]) => sentences.filter(Boolean).join(' ')

const moreThanAPoint = (now: number, was: number | null) => was !== null && Math.abs(now - was) > 0.01

const changeOf = (kind: Kind, now: number, was: number | null, before: string) =>
  sayChange(kind, now, was, before).words
