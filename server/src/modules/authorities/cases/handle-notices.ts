import { Readable } from 'node:stream'
import type { Updateable } from 'kysely'
import type { CaseState } from '#contract/case-states.ts'
import type { casesCsv, confirmCase, dismissCase, listCases } from '#contract/cases.ts'
import { csvLine, csvMark } from '#contract/csv.ts'
import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { required, requirePossible } from '#server/platform/errors.ts'
import type { CaseNotice } from '#server/platform/schema.gen.ts'
import {
  type CaseOfFile,
  countHeld,
  decideNotice,
  findNotice,
  listNoticeRows,
  pageOfReported,
} from './queries-notices.ts'
import { findReceiver } from './queries-rules.ts'

export const listNotices = ({ db, actor }: SignedIn, query: QueryOf<typeof listCases>) =>
  listNoticeRows(db, actor.sites, query)

export const readHeld = async ({ db, actor }: SignedIn) => ({ held: await countHeld(db, actor.sites) })

/** Confirms a case. Without an address it is reported by the file. */
export async function confirmNotice(context: SignedIn, id: string, { version }: BodyOf<typeof confirmCase>) {
  const { actor, clock } = context
  const receiver = await findReceiver(context.db)
  const decided = { decidedBy: actor.accountId, decidedAt: clock.now() }
  const change = receiver ? planned(clock.now()) : { state: 'confirmed' as const }
  await decide(context, id, {
    from: ['held'],
    version,
    to: { ...decided, ...change },
    action: 'case.confirmed',
  })
  return { message: receiver ? 'The case is confirmed and is being sent.' : 'The case is confirmed.' }
}

const planned = (dueAt: Date) => ({ state: 'planned' as const, dueAt, attempts: 0, error: '' })

export async function dismissNotice(
  context: SignedIn,
  id: string,
  { reason, version }: BodyOf<typeof dismissCase>,
) {
  const to = {
    state: 'dismissed' as const,
    decidedBy: context.actor.accountId,
    decidedAt: context.clock.now(),
    reason,
  }
  await decide(context, id, { from: ['held'], version, to, action: 'case.dismissed', reason })
  return { message: 'The case is not reported.' }
}

export async function sendAgain(context: SignedIn, id: string) {
  requirePossible(
    (await findReceiver(context.db)) ? null : 'Enter the address of the health authority first.',
  )
  const to = planned(context.clock.now())
  await decide(context, id, { from: ['confirmed', 'failed', 'sent'], to, action: 'case.sent_again' })
  return { message: 'The notice is being sent.' }
}

type Decision = {
  from: readonly CaseState[]
  /** The version that was seen. */
  version?: number
  to: Updateable<CaseNotice>
  action: 'case.confirmed' | 'case.dismissed' | 'case.sent_again'
  reason?: string
}

async function decide(
  context: SignedIn,
  id: string,
  { from, version, to, action, reason }: Decision,
): Promise<void> {
  const { sites } = context.actor
  const { visitId } = required(await findNotice(context.db, sites, id), 'This notice')
  await transact(context, async (inside) => {
    const isDone = await decideNotice(inside.db, sites, { id, from, version }, to)
    requirePossible(isDone ? null : 'The notice has changed meanwhile. Load it again.')
    await audit(inside, { action, subject: { kind: 'visit', id: visitId }, after: { notice: id }, reason })
  })
}

const columns = [
  ...['disease', 'state', 'finding', 'test', 'site', 'reference', 'full_name', 'sex', 'birth_date'],
  ...['birth_precision', 'phone', 'collected_at', 'released_at', 'confirmed_at'],
]

/** The line list of confirmed cases. It is read page by page while it is written. */
export async function writeCases(context: SignedIn, days: QueryOf<typeof casesCsv>): Promise<Readable> {
  await audit(context, {
    action: 'cases.exported',
    subject: { kind: 'case_receiver', id: 'file' },
    after: days,
  })
  return Readable.from(linesOf(context, days), { objectMode: false })
}

async function* linesOf({ db, actor }: SignedIn, days: QueryOf<typeof casesCsv>): AsyncGenerator<Buffer> {
  yield Buffer.from(csvMark + csvLine(columns))
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await pageOfReported(db, actor.sites, { ...days, limit: 200, cursor })
    if (page.rows.length > 0) yield Buffer.from(page.rows.map(lineOf).join(''))
    cursor = page.nextCursor
  }
}

const lineOf = (row: CaseOfFile) =>
  csvLine([
    ...[row.disease, row.state, row.finding, row.test, row.site, row.reference, row.fullName, row.sex],
    ...[row.birthDate, row.birthPrecision, row.phone],
    ...[row.collectedAt, row.foundAt, row.decidedAt].map((at) => at.toISOString()),
  ])
