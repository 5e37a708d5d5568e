import { listAddressesOf } from '#server/modules/access/index.ts'
import { latestVisits } from '#server/modules/booking/index.ts'
import { searchQuery } from '#server/modules/people/index.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { dialled } from '#server/platform/dialled.ts'
import type { Recipients } from './queries-ledger.ts'

/** The most visits, and the most accounts, that are searched. */
const most = 200

/**
 * Whom somebody means who looks for messages by an address, a number, a name or a reference: the latest visits and
 * accounts that have it, and the address or number itself, which may be nobody's any more. In a transaction that is
 * planned for its values.
 */
export async function findRecipients(
  context: SignedIn,
  search: string,
): Promise<Recipients & { latestOnly: boolean }> {
  const { db, actor } = context
  const words = searchQuery(search)
  const visits = words === null ? [] : await latestVisits(db, 'any', words, actor.sites, most)
  const emails = await listAddressesOf(db, { search, sites: actor.sites }, most)
  const { phone: home } = await laboratorySettings(context)
  return {
    visitIds: visits.map(({ id }) => id),
    emails,
    begins: /^\S+@\S*$/.test(search) ? search.toLowerCase() : null,
    phone: /^\+?[0-9 ().-]+$/.test(search) ? dialled(search, home) : '',
    latestOnly: visits.length === most || emails.length === most,
  }
}
