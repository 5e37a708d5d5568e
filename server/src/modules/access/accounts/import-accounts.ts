import { auditMany } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { changedMeanwhile, notPossible, refuseViolationOf } from '#server/platform/errors.ts'
import { endAddressChanges } from './queries-address-changes.ts'
import { type ImportedAccount, insertImported, type KnownAccount, updateUnclaimed } from './queries-import.ts'

const batch = 1000

/**
 * Makes accounts of patients who are brought in from elsewhere, in the transaction that it is given. They have no
 * password: "Forgot password" or an issuer leads in, either of which shows that the address is theirs.
 * An address that has an account by now fails as a unique violation on `account_email`.
 */
export async function importAccounts(context: SignedIn, accounts: readonly ImportedAccount[]): Promise<void> {
  for (let from = 0; from < accounts.length; from += batch) {
    const part = accounts.slice(from, from + batch)
    await insertImported(context.db, part, context.clock.now())
    await auditMany(
      context,
      part.map(({ id, ...after }) => ({
        action: 'account.imported',
        subject: { kind: 'account', id },
        after,
      })),
    )
  }
}

const refuseUnapproved = refuseViolationOf({
  address_change_unapproved: () =>
    notPossible(
      'The file has an e-mail address that waits for the approval of a second person. Approve or refuse it first.',
    ),
})

/**
 * Changes accounts that nobody has logged in to; refused when somebody has meanwhile. It ends a change of the address that staff have
 * entered, since the link to that address no longer works.
 */
export async function changeImportedAccounts(
  context: SignedIn,
  changes: readonly { before: KnownAccount; after: ImportedAccount }[],
): Promise<void> {
  for (let from = 0; from < changes.length; from += batch) {
    const part = changes.slice(from, from + batch)
    const accounts = part.map(({ after }) => after)
    const changed = await updateUnclaimed(context.db, accounts).catch(refuseUnapproved)
    const ids = accounts.map(({ id }) => id)
    await endAddressChanges(context.db, ids, context.actor.accountId, context.clock.now())
    if (changed < part.length) throw changedMeanwhile('One of these patients')
    await auditMany(
      context,
      part.map(({ before: { fullName, email, phone }, after: { id, ...after } }) => ({
        action: 'account.import_changed',
        subject: { kind: 'account', id },
        before: { fullName, email, phone },
        after,
      })),
    )
  }
}
