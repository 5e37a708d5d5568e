import { t } from '@lingui/core/macro'
import { wholeYears } from '#contract/age.ts'
import { genders } from '#contract/options.ts'
import { utcDay } from '../../lib/times.ts'
import { BornOnField } from '../../ui/born-on-field.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { useNow } from '../../ui/use-now.ts'
import { YearsField } from '../../ui/years-field.tsx'
import { choicesOf } from './choices-of.ts'
import type { VisitDraft } from './visit-draft.ts'

/** The fields that booking and changing have in common, named as the server names them. */

type PersonFieldProps = {
  draft: VisitDraft
  disabled?: boolean
  change: (changes: Partial<VisitDraft>) => void
}

export function FullNameField({ draft, disabled, change }: PersonFieldProps) {
  return (
    <TextField
      name="patientDetails.fullName"
      label={t`Full Name`}
      autoComplete={draft.whom === 'me' ? 'name' : 'off'}
      required
      maxLength={200}
      dir="auto"
      disabled={disabled}
      value={draft.fullName}
      onChange={(event) => change({ fullName: event.target.value })}
    />
  )
}

export function GenderField({ draft, disabled, change }: PersonFieldProps) {
  return (
    <SelectField
      name="patientDetails.gender"
      label={t`Gender`}
      options={choicesOf(genders)}
      placeholder={t`Choose…`}
      required
      disabled={disabled}
      value={draft.gender}
      onChange={(event) => change({ gender: event.target.value })}
    />
  )
}

export function EmailField({ draft, disabled, hint, change }: PersonFieldProps & { hint?: string }) {
  return (
    <TextField
      name="patientDetails.email"
      label={t`Email`}
      type="email"
      hint={hint}
      autoComplete="email"
      maxLength={254}
      disabled={disabled}
      value={draft.email}
      onChange={(event) => change({ email: event.target.value })}
    />
  )
}

export function PhoneField({ draft, disabled, change }: PersonFieldProps) {
  return (
    <TextField
      name="patientDetails.contact"
      label={t`Phone Number`}
      type="tel"
      autoComplete="tel"
      maxLength={40}
      disabled={disabled}
      value={draft.contact}
      onChange={(event) => change({ contact: event.target.value })}
    />
  )
}

/** The day of birth, from which the age is computed, or the age alone. */
export function BirthFields({ draft, change }: PersonFieldProps) {
  const today = utcDay(useNow())
  const { bornOn } = draft
  const age = bornOn === '' ? null : wholeYears(bornOn, draft.day ?? today)
  return (
    <>
      <BornOnField today={today} value={bornOn} onChange={(day) => change({ bornOn: day })} />
      <AgeField
        draft={age === null ? draft : { ...draft, age: String(age) }}
        disabled={age !== null}
        change={change}
      />
    </>
  )
}

export function AgeField({ draft, disabled, change }: PersonFieldProps) {
  return (
    <YearsField
      name="patientDetails.age"
      hint={t`In whole years`}
      disabled={disabled}
      value={draft.age}
      onChange={(event) => change({ age: event.target.value })}
    />
  )
}
