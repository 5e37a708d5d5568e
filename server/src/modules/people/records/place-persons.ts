import type { NewPerson } from './queries.ts'
import { birthSaid, type Circle, type Said, whichPerson } from './which-person.ts'

/** The person of a visit. */
export type Placed = {
  personId: string
  /** The person if they are new, to be inserted in the visit's transaction. */
  added: NewPerson | null
  /** Existing persons that a new person might be. */
  couldBe: string[]
}

export type ToPlace = Said & {
  /** The account that the visit belongs to. */
  accountId: string | null
  /** For visits without an account: tells namesakes apart among the visits that are placed together. */
  reached?: string
}

/**
 * Returns a function that finds the person of a visit among the persons of its account. Call it for one visit after another:
 * a new person is known to later calls. Visits without an account are compared only with each other.
 */
export function placing(
  circles: ReadonlyMap<string, Circle>,
  { newId, now, grantedBy }: { newId: () => string; now: Date; grantedBy: string | null },
): (visit: ToPlace) => Placed {
  const known = new Map(circles)
  return ({ accountId, reached, ...said }) => {
    const key = accountId ?? `${said.fullName}\n${reached ?? newId()}`
    const circle = known.get(key) ?? { accountName: '', hasSelf: true, known: [], size: 0 }
    const which = whichPerson(circle, said)
    if ('person' in which) return { personId: which.person, added: null, couldBe: [] }
    const id = newId()
    const birth = birthSaid(said)
    known.set(key, {
      ...circle,
      hasSelf: circle.hasSelf || which.new === 'self',
      known: [...circle.known, { id, fullName: said.fullName, sex: said.gender, birth }],
      size: circle.size + 1,
    })
    const added: NewPerson = {
      id,
      fullName: said.fullName,
      sex: said.gender,
      birthDate: birth.date,
      birthPrecision: birth.precision,
      createdAt: now.toISOString(),
      accountId,
      number: circle.size + 1,
      kind: which.new,
      grantedBy: accountId === null ? null : grantedBy,
    }
    return { personId: id, added, couldBe: which.couldBe }
  }
}
