import type { Identifier } from '#contract/people.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { isSqlError, Refusal, sqlState } from '#server/platform/errors.ts'
import { shownPersons } from '../search/search-people.ts'
import { personNumber } from './person-number.ts'
import { ownersOfIdentifiers } from './queries-identifiers.ts'

type Asked = {
  identifiers: readonly Identifier[]
  /** The person who is to have them; null for a new one. */
  id: string | null
}

/** Refuses identifiers of another person, by the field, and with the person's number if the caller may see that person. */
export async function refuseTakenIdentifiers(context: SignedIn, { identifiers, id }: Asked): Promise<void> {
  const owners = await ownersOfIdentifiers(context.db, identifiers, id)
  if (owners.length === 0) return
  const seen = await shownPersons(
    context,
    owners.map((owner) => owner.id),
  )
  const fields = owners.map(({ index, ...owner }): [string, string[]] => {
    const { system } = identifiers[index] ?? { system: 'number' }
    const whose = seen.has(owner.id) ? `the person ${personNumber(owner.number)}` : 'another person'
    return [`identifiers.${index}.value`, [`This ${system} belongs to ${whose}`]]
  })
  throw new Refusal('conflict', fields[0]?.[1][0] ?? '', { fields: Object.fromEntries(fields) })
}

const isTaken = (error: unknown): boolean =>
  ['person_identifier_hash', 'person_identifier_pkey'].some((key) =>
    isSqlError(error, sqlState.uniqueViolation, key),
  )

/** Does `work`, and refuses as above where somebody else writes down the same identifier in the same moment. */
export async function withFreeIdentifiers<Answer>(
  context: SignedIn,
  asked: Asked,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (isTaken(error)) {
      await refuseTakenIdentifiers(context, asked)
    }
    throw error
  }
}
