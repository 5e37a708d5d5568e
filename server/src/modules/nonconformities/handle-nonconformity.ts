import type { AuditAction } from '#contract/audit-actions.ts'
import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import type {
  actOnNonconformity as actContract,
  closeNonconformity as closeContract,
  listNonconformities as listContract,
  reopenNonconformity as reopenContract,
  reviewNonconformities as reviewContract,
} from '#contract/nonconformities.ts'
import { may, whyNotPermitted } from '#contract/permissions.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { utcDay } from '#server/platform/clock.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { changedMeanwhile, required, requirePossible } from '#server/platform/errors.ts'
import { listRows, type Row, readRow, reviewRows, writeRow } from './queries-nonconformities.ts'

const permission = 'nonconformities'

export const listNonconformities = ({ db, actor, clock }: SignedIn, query: QueryOf<typeof listContract>) =>
  listRows(db, actor.sites, clock.now(), query)

const requireRow = async ({ db, actor, clock }: SignedIn, id: string): Promise<Row> =>
  required(await readRow(db, actor.sites, clock.now(), id), 'This nonconformity')

export async function readNonconformity(context: SignedIn, id: string) {
  const row = await requireRow(context, id)
  const mayClose = may(context.actor, permission)
  return {
    ...row,
    whyNotClose: mayClose ? whyNotClose(row, context.actor.accountId) : whyNotPermitted(permission),
  }
}

/** The effectiveness of an action is judged by a person who did not enter the action. */
function whyNotClose({ state, actedById }: Row, accountId: string): string | null {
  if (state === 'closed') return 'The nonconformity is closed.'
  if (state === 'open') return 'Enter the cause and the corrective action first.'
  return actedById === accountId ? 'Another person must close it: you entered the corrective action.' : null
}

export const actOnNonconformity = (
  context: SignedIn,
  id: string,
  { version, ...words }: BodyOf<typeof actContract>,
) =>
  change(context, id, version, 'nonconformity.acted', (row) => {
    requirePossible(row.state === 'closed' ? 'The nonconformity is closed. Open it again first.' : null)
    return { words, by: { actedBy: context.actor.accountId, actedAt: context.clock.now() } }
  })

export const closeNonconformity = (
  context: SignedIn,
  id: string,
  { version, effectiveness }: BodyOf<typeof closeContract>,
) =>
  change(context, id, version, 'nonconformity.closed', (row) => {
    requirePossible(whyNotClose(row, context.actor.accountId))
    return {
      words: { effectiveness },
      by: { closedBy: context.actor.accountId, closedAt: context.clock.now() },
    }
  })

export const reopenNonconformity = (
  context: SignedIn,
  id: string,
  { version, reason }: BodyOf<typeof reopenContract>,
) =>
  change(
    context,
    id,
    version,
    'nonconformity.reopened',
    (row) => {
      requirePossible(row.state === 'closed' ? null : 'The nonconformity is not closed.')
      return { words: { effectiveness: '' }, by: { closedBy: null, closedAt: null } }
    },
    reason,
  )

/** The changed texts, which the audit trail keeps, and who wrote them when. */
type Decision = { words: Parameters<typeof writeRow>[3]; by: Parameters<typeof writeRow>[3] }

async function change(
  context: SignedIn,
  id: string,
  version: number,
  action: AuditAction,
  decide: (row: Row) => Decision,
  reason?: string,
) {
  return transact(context, async (inside) => {
    const row = await requireRow(inside, id)
    if (row.version !== version) throw changedMeanwhile(`Nonconformity ${row.number}`)
    const { words, by } = decide(row)
    if (!(await writeRow(inside.db, id, version, { ...words, ...by })))
      throw changedMeanwhile(`Nonconformity ${row.number}`)
    const subject = { kind: 'nonconformity', id }
    await audit(inside, { action, subject, ...changedFields(row, words), reason })
    return { message: `Nonconformity ${row.number} is saved.` }
  })
}

export async function reviewNonconformities(
  { db, actor, clock }: SignedIn,
  { month, siteId }: QueryOf<typeof reviewContract>,
) {
  const [year = 0, index = 0] = month.split('-').map(Number)
  const first = (months: number) => utcDay(new Date(Date.UTC(year, index - 1 + months, 1)))
  const months = { before: first(-1), from: first(0), to: first(1), now: clock.now() }
  return { month, ...(await reviewRows(db, actor.sites, siteId, months)) }
}
