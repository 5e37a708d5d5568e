import { listPeriods, noteRun, readRule } from '#server/modules/retention/index.ts'
import { after, days } from '#server/platform/clock.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { eachApart } from '#server/platform/each-apart.ts'
import { isSqlError, sqlState } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { post, reachedAt } from '#server/platform/outbox.ts'
import { auditWish } from './audit-wish.ts'
import { notOpen, unsettled } from './decide-wish.ts'
import { addWish, carryOut, findOpenWish, listObstacles, subjectOf } from './queries-erasures.ts'
import { listExpiredAccounts, listUnwarned, noteWarning } from './queries-unused.ts'

/** As `unused_warning` of the database. */
const warnedBefore = days(30)
/** Accounts of one night: mail servers limit how much they take of one sender. */
const mostOfNight = 500

/**
 * The nightly job: erases accounts that were not used for the period and open no visit, after their holders were told 30 days before.
 * An account that is used meanwhile stays.
 */
export async function eraseUnusedAccounts(context: Context): Promise<void> {
  const { db, clock, log } = context
  const period = (await listPeriods(db)).find(({ class: name }) => name === 'account')?.days ?? null
  if (period === null || (await readRule(db)).confirmedAt === null) return
  await warn(context)
  let erased = 0
  await eachApart(
    await listExpiredAccounts(db, mostOfNight),
    async (id) => {
      if (await eraseAccount(context, id)) erased++
    },
    (error) => log.error({ err: error }, 'an unused account could not be erased'),
  ).finally(() => noteRun(db, 'account', clock.now(), erased))
}

async function warn(context: Context): Promise<void> {
  for (const { id, fullName, expiresAt, ...account } of await listUnwarned(context.db, mostOfNight)) {
    await transact(context, async (within) => {
      const now = within.clock.now()
      const earliest = after(now, warnedBefore)
      const until = (expiresAt > earliest ? expiresAt : earliest).toISOString().slice(0, 10)
      await noteWarning(within.db, id)
      await post(within, { kind: 'account_unused', to: reachedAt(account), payload: { fullName, until } })
    })
  }
}

/** False if the account is in use again, or something must be settled first. The database decides the former, under a lock. */
async function eraseAccount(context: Context, accountId: string): Promise<boolean> {
  try {
    return await transact(context, async (within) => {
      const { db, clock } = within
      const subject = await subjectOf(db, accountId)
      // A manager decides about an open wish of the holder.
      if (await findOpenWish(db, subject)) return false
      if ((await listObstacles(db, subject)).length > 0) return false
      await addWish(db, { id: uuidv7(clock), ...subject, way: 'unused', askedAt: clock.now() })
      const wish = await findOpenWish(db, subject)
      if (!wish) throw new Error('The wish was not added')
      await carryOut(db, { id: wish.id, version: wish.version, by: null, at: clock.now() })
      await auditWish(within, 'erasure.carried_out', wish, { unused: true })
      return true
    })
  } catch (error) {
    const isInUse = isSqlError(error, sqlState.checkViolation, 'erasure_wish_unused')
    if (isInUse || [notOpen, unsettled].some((code) => isSqlError(error, code))) return false
    throw error
  }
}
