import type { Figures } from '#contract/insights.ts'
import { addDays, firstInstantOfLocal, localAt, minuteOf } from '#server/modules/sites/index.ts'
import { after, days } from '#server/platform/clock.ts'
import { type Actor, type Context, transact } from '#server/platform/context.ts'
import { type InsightFigure, insightFigures, postOnce } from '#server/platform/outbox.ts'
import { readInsights } from '../figures/read-insights.ts'
import {
  addMail,
  findUnsummed,
  forgetPapers,
  listSubscribers,
  readMail,
  type Subscriber,
} from './queries-mail.ts'
import { paperOf } from './write-report.ts'

const sevenOClock = 7 * 60
/** How late a report can be sent; a server that was off for longer skips the month. */
const lastDay = 7
/** The e-mail is tried for less than a day. */
const kept = days(30)

/**
 * Sends last month's figures to everybody who asked for them, at seven in the morning of the first at their first site.
 * Once for each person and month, in however many processes this runs. Drawn outside any transaction.
 */
export async function mailMonthlyReports(context: Context): Promise<void> {
  const { db, clock } = context
  for (const person of await listSubscribers(db)) {
    const month = await monthDueFor(context, person)
    if (month !== null) await mailReport(context, person, month)
  }
  await forgetPapers(db, after(clock.now(), -kept))
}

type Month = { from: string; to: string }

/** The month whose report is due for this person; null if there is none, or it was sent. */
async function monthDueFor({ db, clock }: Context, { id, since, sites }: Subscriber): Promise<Month | null> {
  const zone = sites[0]?.timeZone
  if (zone === undefined) return null
  const now = minuteOf(clock.now())
  const today = localAt(zone, now).day
  const first = `${today.slice(0, 7)}-01`
  const due = firstInstantOfLocal(zone, first, sevenOClock)
  if (now < due || today > addDays(first, lastDay - 1) || minuteOf(since) >= due) return null
  const to = addDays(first, -1)
  const from = `${to.slice(0, 7)}-01`
  if (await readMail(db, id, from)) return null
  // The figures are correct without sums too, so the mail waits for them for a day at most.
  const ids = sites.map((site) => site.id)
  return today > first || !(await findUnsummed(db, ids, to)) ? { from, to } : null
}

async function mailReport(context: Context, person: Subscriber, month: Month): Promise<void> {
  const { id, fullName, email } = person
  const insights = await readInsights(
    { ...context, actor: asThemselves(person) },
    { ...month, compareWith: 'month' },
  )
  const pdf = await paperOf(context, insights)
  const { current, previous } = insights
  await transact(context, async (inside) => {
    const mail = { accountId: id, month: month.from, pdf, madeAt: context.clock.now() }
    if (!(await addMail(inside.db, mail))) return
    const payload = { accountId: id, fullName, ...month, figures: mainFigures(current, previous) }
    const key = `insight_report:${month.from}:${id}`
    await postOnce(inside, { kind: 'insight_report', to: email, payload }, key)
  })
}

/** The recipient as an actor: the figures are read with their role and sites. */
const asThemselves = ({ id, fullName, email, role, sites }: Subscriber): Actor => ({
  accountId: id,
  role,
  fullName,
  email,
  permissions: ['insights'],
  sites: sites.map((site) => site.id),
  sessionHash: Buffer.alloc(0),
})

const valuesOf = ({
  visits,
  turnaround,
  rejections,
}: Figures): Record<InsightFigure['name'], number | null> => ({
  visits: visits.all,
  noShows: visits.noShowShare,
  released: turnaround.released,
  inTime: turnaround.share,
  median: turnaround.total.median,
  rejected: rejections.share,
})

const mainFigures = (now: Figures, was: Figures): InsightFigure[] =>
  insightFigures.map((name) => ({ name, value: valuesOf(now)[name], before: valuesOf(was)[name] }))
