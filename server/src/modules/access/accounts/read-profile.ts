import { arePricesOn } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { findPendingEmail } from '../codes/queries.ts'
import { factorsOf } from '../factors/queries-second-factor.ts'
import { areThereClinicians } from '../staff/queries-clinicians.ts'
import { type Profile, profileOf } from './present.ts'
import { type Account, findAccount } from './queries.ts'
import { namedSitesOf } from './queries-access.ts'

export const readProfile = async (context: SignedIn): Promise<Profile> =>
  presentProfile(context, await ownAccount(context))

export const presentProfile = async (context: SignedIn, account: Account): Promise<Profile> =>
  profileOf(account, {
    hasPasskey: (await factorsOf(context.db, account.id)).hasPasskey,
    pendingEmail: await findPendingEmail(context, account.id),
    sites: await namedSitesOf(context.db, account.id),
    pricesOn: await arePricesOn(context.db),
    clinicsOn: await areThereClinicians(context.db),
    needsSecondFactor: context.actor.needsSecondFactor ?? false,
  })

/** The account of whoever is signed in. It may have been closed since the request came in. */
export async function ownAccount({ db, actor }: SignedIn): Promise<Account> {
  const account = await findAccount(db, { id: actor.accountId })
  if (!account) throw new Refusal('not_signed_in', 'Please log in first')
  return account
}
