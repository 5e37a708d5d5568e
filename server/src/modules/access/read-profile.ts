import type { Profile } from '#contract/access.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { profileOf } from './present.ts'
import { type Account, findAccount, findPendingEmail } from './queries.ts'
import { namedSitesOf } from './queries-access.ts'

export async function readProfile(context: SignedIn): Promise<Profile> {
  const account = await ownAccount(context)
  return presentProfile(context, account)
}

export async function presentProfile({ db, clock }: SignedIn, account: Account): Promise<Profile> {
  const [pendingEmail, sites] = [
    await findPendingEmail(db, account.id, clock.now()),
    await namedSitesOf(db, account.id),
  ]
  return profileOf(account, { pendingEmail, sites })
}

/** The account of whoever is signed in. It may have been closed since the request came in. */
export async function ownAccount({ db, actor }: SignedIn): Promise<Account> {
  const account = await findAccount(db, { id: actor.accountId })
  if (!account) throw new Refusal('not_signed_in', 'Please log in first')
  return account
}
