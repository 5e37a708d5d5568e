import type { Language } from '#contract/options.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { dialled } from '#server/platform/dialled.ts'
import { post, reachedAt } from '#server/platform/outbox.ts'
import { accountsToErase, reachedBy, type Subject } from './queries-erasures.ts'

export type Address = { to: string; fullName: string; language: Language }

/**
 * Where the person of a wish is notified: at each of their open accounts, or at the address or number on record. Call this before
 * anything is erased.
 */
export async function addressesOf(within: SignedIn, subject: Subject): Promise<Address[]> {
  const accounts = await accountsToErase(within.db, subject)
  if (accounts.length > 0) {
    return accounts.map(({ fullName, language, ...account }) => ({
      to: reachedAt(account),
      fullName,
      language,
    }))
  }
  const person = subject.personId === null ? null : await reachedBy(within.db, subject.personId)
  if (!person) return []
  const { phone: home, language } = await laboratorySettings(within)
  const to = person.email || dialled(person.phone ?? '', home)
  return to === '' ? [] : [{ to, fullName: person.fullName, language }]
}

/** Confirms that a wish was recorded, so that nobody can ask in secret. */
export async function tellAsked(within: SignedIn, subject: Subject): Promise<void> {
  for (const { to, fullName } of await addressesOf(within, subject)) {
    await post(within, { kind: 'erasure_asked', to, payload: { fullName } })
  }
}
