import { type SignedIn, transact } from '#server/platform/context.ts'
import { lockAccount } from '../accounts/queries.ts'
import { ownAccount } from '../accounts/read-profile.ts'
import { tellOwner } from '../accounts/tell-owner.ts'
import { deleteRecoveryCodes, hasSecondFactor } from './queries-second-factor.ts'

/**
 * Changes the second factors of the caller in a transaction. Changes of one account follow one another, recovery codes are deleted with
 * the last second factor, and the owner gets a message.
 */
export const changeFactors = <T>(context: SignedIn, change: (within: SignedIn) => Promise<T>): Promise<T> =>
  transact(context, async (within) => {
    const { db, actor } = within
    await lockAccount(db, actor.accountId)
    const changed = await change(within)
    if (!(await hasSecondFactor(db, actor.accountId))) await deleteRecoveryCodes(db, actor.accountId)
    await tellOwner(within, 'sign_in_changed', await ownAccount(within))
    return changed
  })
