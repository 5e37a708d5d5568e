import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { changedMeanwhile, invalid, notFound, notPossible, type Refusal } from '#server/platform/errors.ts'
import { confirmVersions, readAnalyteRow, readVersions } from './queries-analytes.ts'

type Asked = { analyte: string; follows: number }

/**
 * Confirms intervals as they are: each gets a new version with the same limits and the name of the caller. All or none, since one of
 * them could have been changed meanwhile.
 */
export async function confirmIntervals(
  context: SignedIn,
  { intervals, note }: { intervals: readonly Asked[]; note: string },
): Promise<{ message: string }> {
  const { actor, clock } = context
  if (new Set(intervals.map(({ analyte }) => analyte)).size < intervals.length) {
    throw invalid({ intervals: ['An analyte stands here twice'] })
  }
  const reason = note === '' ? 'Confirmed as it stands' : note
  await transact(context, async (inside) => {
    const written = await confirmVersions(inside.db, intervals, {
      by: actor.accountId,
      now: clock.now(),
      reason,
    })
    const left = intervals.find(({ analyte }) => !written.includes(analyte))
    if (left) throw await whyNot(inside, left)
    for (const { analyte, follows } of intervals) {
      await audit(inside, {
        action: 'interval.confirmed',
        subject: { kind: 'interval', id: analyte },
        after: { version: follows + 1 },
        reason,
      })
    }
  })
  const count = intervals.length
  return { message: count === 1 ? 'Interval confirmed.' : `${count} intervals confirmed.` }
}

async function whyNot({ db, clock }: SignedIn, { analyte: code, follows }: Asked): Promise<Refusal> {
  const analyte = await readAnalyteRow(db, code)
  if (!analyte) return notFound(`The analyte ${code}`)
  const [latest] = await readVersions(db, code, clock.now())
  if (latest?.version !== follows) return changedMeanwhile(`The interval of ${analyte.name}`)
  return notPossible(
    latest.confirmedBy
      ? `${latest.confirmedBy} has confirmed the interval of ${analyte.name} already.`
      : `${analyte.name} has no interval to confirm.`,
  )
}
