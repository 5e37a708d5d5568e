import type { Naming } from '#contract/options.ts'
import { bornByAge, madeUpName, type Placed, placeBaby } from '#server/modules/people/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { refuseOtherAge } from './person-of-visit.ts'
import type { Patient } from './queries-visits.ts'

type Ask = {
  patient: Omit<Patient, 'fullName'>
  naming: Naming
  mother: string | undefined
  birthOrder: number | undefined
  /** The local day of the visit: the stated age is the age on this day, and a baby was born on it unless another day is given. */
  on: string
  bornOn: string | undefined
}

/** A new person without a name of their own, and the visit's details with the name that is made up. Runs in a transaction. */
export async function placeUnnamed(
  context: SignedIn,
  { patient, naming, mother, birthOrder, on, bornOn }: Ask,
): Promise<{ patient: Patient; person: Placed }> {
  const { age, gender } = patient
  const day = bornOn ?? (naming === 'baby' ? on : undefined)
  if (day !== undefined) refuseOtherAge(day, age, on)
  const { fullName, ...baby } =
    naming === 'baby' && day !== undefined
      ? await placeBaby(context, { mother, bornOn: day, birthOrder })
      : { fullName: madeUpName({ naming: 'unknown', sex: gender, age }) }
  const birth = day === undefined ? bornByAge(age, on) : { date: day, precision: 'day' as const }
  const personId = uuidv7(context.clock)
  const added = {
    id: personId,
    fullName,
    naming,
    ...baby,
    sex: gender,
    birthDate: birth.date,
    birthPrecision: birth.precision,
    createdAt: context.clock.now().toISOString(),
    accountId: null,
    number: 1,
    kind: 'other' as const,
    grantedBy: null,
  }
  return { patient: { ...patient, fullName }, person: { personId, added, couldBe: [] } }
}
