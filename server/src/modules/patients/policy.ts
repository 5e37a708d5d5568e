import type { BodyOf } from '#contract/endpoint.ts'
import type { mergePatients } from '#contract/patients.ts'
import type { Fields } from './queries-merge.ts'
import type { PersonRow } from './queries-persons.ts'

type Standing = Pick<PersonRow, 'fullName' | 'status'>

/** Why two cannot be joined, or null. Staff are no patients and are not found here at all. */
export function whyNotMerge(kept: Standing, other: Standing): string | null {
  const gone = [kept, other].find(({ status }) => status !== 'Active')
  return gone ? `The account of ${gone.fullName} is closed or was joined to another.` : null
}

/**
 * The kept account's fields that a join changes, before and after it. The names of both stand together from then on, so
 * that results under either are one person's. A number that one of them logs in with stays, that of the kept account first.
 */
export function fieldsAfter(
  kept: Fields,
  other: Fields,
  choice: BodyOf<typeof mergePatients>['fields'],
): { before: Partial<Fields>; after: Partial<Fields> } {
  const names = [...kept.also_known_as, kept.full_name, ...other.also_known_as, other.full_name]
  const known = [...new Set(names.map((name) => name.toLowerCase()))].sort()
  const after = {
    ...(choice.fullName === 'other' && { full_name: other.full_name }),
    ...(choice.email === 'other' && other.email !== '' && { email: other.email }),
    ...(choice.phone === 'other' && { phone: other.phone }),
    sign_in_phone: kept.sign_in_phone ?? other.sign_in_phone,
    also_known_as: known.length > 1 ? known : [],
  }
  const changed = (Object.keys(after) as (keyof Fields)[]).filter(
    (field) => JSON.stringify(after[field]) !== JSON.stringify(kept[field]),
  )
  const only = (fields: Partial<Fields>) => Object.fromEntries(changed.map((field) => [field, fields[field]]))
  return { before: only(kept), after: only(after) }
}

/** What of the fields to be restored still is as the join left it: what was changed since stays. */
export function fieldsToRestore(
  now: Fields,
  { before, after }: { before: Partial<Fields>; after: Partial<Fields> },
): Partial<Fields> {
  const untouched = (Object.keys(before) as (keyof Fields)[]).filter(
    (field) => JSON.stringify(now[field]) === JSON.stringify(after[field]),
  )
  return Object.fromEntries(untouched.map((field) => [field, before[field]]))
}
