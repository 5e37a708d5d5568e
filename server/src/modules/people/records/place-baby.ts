import type { SignedIn } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { auditPerson } from './audit-person.ts'
import { birthRange } from './birth.ts'
import { madeUpName } from './made-up-name.ts'
import { parsePersonNumber, personNumber } from './person-number.ts'
import { findByNumber } from './queries.ts'
import { numberBaby, readBirth, type Sibling, takeTurnAsNewPerson } from './queries-details.ts'

type StatedBirth = { mother: string | undefined; bornOn: string; birthOrder: number | undefined }

/** Whose baby, and which of those who were born together, from 1; null for the only one. */
export type PlacedBaby = { motherId: string; birthOrder: number | null; fullName: string }

/**
 * Finds the mother of a newborn by her number, among the persons that the caller may see, and makes up the name, in the
 * transaction in which the baby is written down. A baby who was born to her at that time already must be a twin: then the new
 * one is numbered, and so is the first. Whoever writes down somebody else meanwhile waits.
 */
export async function placeBaby(
  within: SignedIn,
  { mother: typed, bornOn, birthOrder }: StatedBirth,
): Promise<PlacedBaby> {
  const { db, actor } = within
  await takeTurnAsNewPerson(db)
  const number = parsePersonNumber(typed ?? '')
  const mother = number === null ? undefined : await findByNumber(db, number, actor.sites)
  if (!mother) throw invalid({ mother: ['Nobody has this number: give the person number of the mother'] })
  if (mother.sex !== 'female') throw invalid({ mother: ['The person of this number is male'] })
  if (birthRange(mother.birth).first >= bornOn)
    throw invalid({ mother: ['The person of this number is younger'] })
  const siblings = await readBirth(db, mother.id, bornOn)
  const wrong = whyNotOrder(siblings, birthOrder)
  if (wrong) throw invalid({ birthOrder: [wrong] })
  for (const sibling of siblings) {
    if (sibling.birthOrder !== null) continue
    await becomeTwin(within, sibling, mother.fullName, birthOrder === 1 ? 2 : 1)
  }
  const order = birthOrder ?? null
  return {
    motherId: mother.id,
    birthOrder: order,
    fullName: madeUpName({ naming: 'baby', mother: mother.fullName, birthOrder: order }),
  }
}

/** Why a baby cannot have this number beside those who were born with it, or null. */
function whyNotOrder(siblings: readonly Sibling[], asked: number | undefined): string | null {
  const [first] = siblings
  if (!first) return null
  if (asked === undefined) {
    return `${first.fullName}, born at this time, has the person number ${personNumber(first.number)}. If this is a twin, say which`
  }
  const same = siblings.find(({ birthOrder }) => birthOrder === asked)
  return same
    ? `Number ${asked} is ${same.fullName}, who has the person number ${personNumber(same.number)}`
    : null
}

async function becomeTwin(within: SignedIn, sibling: Sibling, mother: string, birthOrder: number) {
  const { id, naming, fullName } = sibling
  const name = naming === 'baby' ? madeUpName({ naming, mother, birthOrder }) : fullName
  await numberBaby(within.db, { id, fullName: name, birthOrder })
  const states = { before: { fullName, birthOrder: null }, after: { fullName: name, birthOrder } }
  await auditPerson(within, 'person.changed', id, states)
}
