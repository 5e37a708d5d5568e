import { t } from '@lingui/core/macro'
import type { Profile } from '#contract/access.ts'
import type { CaredFor } from '#contract/care.ts'
import type { CareKind } from '#contract/options.ts'
import { birthOf, type VisitDraft } from './visit-draft.ts'

/** The choice that a form begins with: the holder of the account. */
export const holderOf = (people: readonly CaredFor[]): string =>
  people.find(({ kind }) => kind === 'self')?.id ?? 'me'

/** Sets the person of a draft for "me" to the record of the account's holder, if there is one. */
export const ownedBy = (people: readonly CaredFor[], draft: VisitDraft): VisitDraft =>
  draft.whom === 'me' ? { ...draft, whom: holderOf(people) } : draft

/**
 * The person that a guest's draft is for, now that the account and its records are known: the record with the typed name, or
 * `me` or `other` if no record can be meant; null if the guest must choose, since a record is never chosen by guessing.
 */
export function whomMeant(
  { whom, fullName }: VisitDraft,
  account: Pick<Profile, 'fullName'>,
  people: readonly CaredFor[],
): string | null {
  const named = people.filter((person) => isSameName(person.fullName, fullName))
  if (whom === 'me') {
    const self = people.find(({ kind }) => kind === 'self')
    if (self) return named.includes(self) ? self.id : null
    return isSameName(account.fullName, fullName) ? 'me' : null
  }
  const [only, ...rest] = named
  return rest.length > 0 ? null : (only?.id ?? whom)
}

const isSameName = (one: string, other: string) => plain(one) === plain(other)
const plain = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase()

/** Whose record is chosen; null: nobody's yet; undefined: one that is not open to the account any more. */
export function chosenPerson({ whom }: VisitDraft, people: readonly CaredFor[]): CaredFor | null | undefined {
  return whom === 'me' || whom === 'other' ? null : people.find(({ id }) => id === whom)
}

/** The draft with the details of the chosen record in place of what was typed. */
export function statedOf(draft: VisitDraft, people: readonly CaredFor[]): VisitDraft {
  const person = chosenPerson(draft, people)
  if (!person) return draft
  const { fullName, sex, age } = person
  return { ...draft, fullName, gender: sex, age: String(age), bornOn: birthToCount(person) }
}

/** The day from which the age on the day of a visit is counted; empty: only today's age is known. */
export const birthToCount = ({ birth: { date, precision } }: CaredFor): string =>
  precision === 'day' || precision === 'estimated' ? date : ''

/** The part of the request that says which person it is. */
export function personBody(
  draft: VisitDraft,
  people: readonly CaredFor[],
): { personId?: string; relation?: CareKind; bornOn?: string } {
  const person = chosenPerson(draft, people)
  if (person) return { personId: person.id }
  const relation = draft.whom === 'me' ? 'self' : draft.relation
  return { ...birthOf(draft), ...(relation !== '' && { relation }) }
}

/** The answers to "This appointment is for". Two of one name are told apart by their ages. */
export function whomChoices(holder: string, people: readonly CaredFor[]): { value: string; label: string }[] {
  const others = people.filter(({ kind }) => kind !== 'self')
  const isShared = (name: string) => others.filter(({ fullName }) => fullName === name).length > 1
  return [
    { value: holder, label: t`Me` },
    ...others.map(({ id, fullName, age }) => ({
      value: id,
      label: isShared(fullName) ? `${fullName}, ${age}` : fullName,
    })),
    { value: 'other', label: t`Somebody new` },
  ]
}
