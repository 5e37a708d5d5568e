import {
  addRound,
  addScheme,
  assessRound,
  enterResults,
  readRound,
  sendRound,
} from '#server/modules/eqa/index.ts'
import { after, days, stoppedClock, utcDay } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'

/** The z scores of haemoglobin and of the white cells in two samples of past rounds, oldest first. */
const past = [
  [0.4, -0.8, 1.1, 0.3],
  [-0.2, 0.9, 0.6, -1.2],
  [1.4, 1.9, -0.3, 0.2],
  [2.3, 2.6, 0.1, -0.7],
  [0.7, 3.2, 0.5, 1.0],
  [-0.4, 0.2, -0.9, 0.6],
] as const
const targets = [
  { HGB: { target: 12.4, sd: 0.2 }, WBC: { target: 6.8, sd: 0.3 } },
  { HGB: { target: 8.1, sd: 0.2 }, WBC: { target: 14.2, sd: 0.5 } },
] as const
const analytes = ['HGB', 'WBC'] as const

/** Writes invented rounds of external quality assessment through the product's own calls: assessed rounds, and an open round. */
export async function writeEqa(by: { manager: SignedIn; technician: SignedIn }, now: Date): Promise<void> {
  const scheme = { name: 'Haematology', provider: 'Example Reference Laboratory' }
  const { id: schemeId } = await addScheme(by.manager, scheme)
  for (let index = 0; index <= past.length; index++) {
    const received = after(now, -days(60 * (past.length - index) + 6))
    const clock = stoppedClock(after(received, days(3)))
    const [manager, technician] = [
      { ...by.manager, clock },
      { ...by.technician, clock },
    ]
    const span = { receivedOn: utcDay(received), dueOn: utcDay(after(received, days(14))) }
    const body = {
      schemeId,
      name: `Round ${index + 1}`,
      ...span,
      samples: ['A', 'B'],
      analytes: [...analytes],
    }
    const { id } = await addRound(manager, body)
    const scores = past[index]
    if (!scores) continue
    const { list } = await readRound(manager, id)
    const rows = list.map((result, place) => {
      const of = targets[result.sample === 'A' ? 0 : 1][result.analyteCode as (typeof analytes)[number]]
      const value = Math.round((of.target + (scores[place] ?? 0) * of.sd) * 100) / 100
      return { id: result.id, value, ...of }
    })
    await enterResults(technician, id, {
      version: 1,
      results: rows.map(({ id: result, value }) => ({ id: result, value, answer: '' })),
    })
    await sendRound(manager, id, { version: 2 })
    await assessRound({ ...manager, clock: stoppedClock(after(received, days(30))) }, id, {
      version: 3,
      results: rows.map(({ id: result, target, sd }) => ({
        id: result,
        target,
        sd,
        score: null,
        expected: '',
      })),
    })
  }
}
