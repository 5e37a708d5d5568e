import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Profile } from '#contract/access.ts'
import { wholeYears } from '#contract/age.ts'
import type { CaredFor } from '#contract/care.ts'
import { careKinds } from '#contract/options.ts'
import { relationChoices } from '../../lib/care-words.ts'
import { sayBirth } from '../../lib/say-birth.ts'
import { addDays, utcDay } from '../../lib/times.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FieldGroup } from '../../ui/field-group.tsx'
import { SelectField } from '../../ui/fields.tsx'
import type { FormProblem } from '../../ui/form-problem.ts'
import { useNow } from '../../ui/use-now.ts'
import { BirthFields, EmailField, FullNameField, GenderField, PhoneField } from './person-fields.tsx'
import { detailsOf, type VisitDraft } from './visit-draft.ts'
import { birthToCount, chosenPerson, holderOf, whomChoices } from './whom.ts'

type Change = (changes: Partial<VisitDraft>) => void

/** Who is tested: the holder of the account, somebody whom they look after, or somebody new. */
export function WhomPart({
  draft,
  profile,
  people,
  refused,
  change,
}: {
  draft: VisitDraft
  profile: Profile
  people: readonly CaredFor[]
  /** The fields that the server refused. */
  refused: FormProblem['fields']
  change: Change
}) {
  const person = chosenPerson(draft, people)
  const isTyped = person === null
  // What was typed for the holder of the account was refused: their record is to be chosen.
  const hasRecord = refused?.relation !== undefined
  const [changesReach, setChangesReach] = useState(false)
  const isReachRefused = Object.keys(refused ?? {}).some((name) => /\.(contact|email)$/.test(name))
  const asksReach = isTyped || changesReach || isReachRefused || (draft.email === '' && draft.contact === '')
  // What was typed and sent stays as it is, although it may have made a record: sent again, it is the same request.
  const holder = draft.whom === 'me' && !hasRecord ? 'me' : holderOf(people)
  const choose = (whom: string) => {
    if (whom === draft.whom) return
    const nothing = { gender: '', age: '', bornOn: '', relation: '' } as const
    if (whom === 'me') change({ whom, ...nothing, ...detailsOf(profile) })
    // How to reach the account's owner stays: the laboratory writes to whoever booked.
    else change({ whom, ...nothing, fullName: '' })
  }
  return (
    <div className="stack gap-4 [&_h2]:text-l">
      <h2>
        <Trans>Who is being tested</Trans>
      </h2>
      <FieldGroup name={draft.whom === 'me' ? 'relation' : 'personId'} label={t`This appointment is for`}>
        <div className="flex flex-wrap gap-2">
          {whomChoices(holder, people).map(({ value, label }) => (
            <label key={value} className="choice">
              <input
                type="radio"
                name="whom"
                value={value}
                checked={draft.whom === value}
                onChange={() => choose(value)}
              />
              <span dir="auto">{label}</span>
            </label>
          ))}
        </div>
        <p className="hint">
          <Trans>
            Somebody is missing? Open <Link to="/patient-dashboard/people">People I look after</Link>.
          </Trans>
        </p>
      </FieldGroup>
      {person && <Known person={person} on={draft.day} />}
      {!asksReach && <Reached draft={draft} onChange={() => setChangesReach(true)} />}
      {isTyped && (
        <>
          {draft.whom === 'other' && <RelationField draft={draft} change={change} />}
          <FullNameField draft={draft} change={change} />
        </>
      )}
      {asksReach && <EmailField draft={draft} change={change} />}
      {isTyped && <GenderField draft={draft} change={change} />}
      {asksReach && <PhoneField draft={draft} change={change} />}
      {isTyped && <BirthFields draft={draft} change={change} />}
    </div>
  )
}

/**
 * An estimated date of birth is the latest that fits the age stated for the day of a visit, and the person is a year younger until that
 * day. The middle of the possible year gives the stated age on the days before as well.
 */
const likelyBirth = ({ date, precision }: CaredFor['birth']) =>
  precision === 'estimated' ? addDays(date, -183) : date

/** The details of a record, which is not changed by a booking. `on` is the day of the visit, if one is chosen. */
function Known({ person, on }: { person: CaredFor; on: string | null }) {
  const { fullName, sex, birth, age } = person
  const today = utcDay(useNow())
  const born = birthToCount(person)
  const years = born === '' ? age : wholeYears(on === null ? likelyBirth(birth) : born, on ?? today)
  return (
    <div className="stack gap-3">
      <Facts
        dense
        facts={[
          { name: t`Full Name`, value: fullName },
          { name: t`Gender`, value: sex === 'male' ? t`Male` : t`Female` },
          ...(birth.precision === 'estimated' ? [] : [{ name: t`Date of birth`, value: sayBirth(birth) }]),
          { name: t`Age`, value: birth.precision === 'day' ? String(years) : t`about ${years}` },
        ]}
      />
      <p className="hint">
        <Trans>Something wrong? Ask the laboratory to correct the record.</Trans>
      </p>
    </div>
  )
}

/** The known contact details of the person who books, shown with a button to change them. */
function Reached({ draft, onChange }: { draft: VisitDraft; onChange: () => void }) {
  const reached = [draft.email, draft.contact].filter((one) => one !== '')
  return (
    <div>
      <p>
        <Trans>
          We will contact you at <strong>{reached.join(', ')}</strong>.
        </Trans>
      </p>
      <Button variant="plain" className="-ms-3" onClick={onChange}>
        <Trans>Change e-mail or phone</Trans>
      </Button>
    </div>
  )
}

export const RelationField = ({ draft, change }: { draft: VisitDraft; change: Change }) => (
  <SelectField
    name="relation"
    label={t`Who is this person to you?`}
    options={relationChoices}
    placeholder={t`Choose…`}
    required
    value={draft.relation}
    onChange={({ target }) => change({ relation: careKinds.find((kind) => kind === target.value) ?? '' })}
  />
)
