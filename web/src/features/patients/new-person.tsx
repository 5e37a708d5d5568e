import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { BodyInput } from '#contract/endpoint.ts'
import type { FoundPerson } from '#contract/found-person.ts'
import { genders, type Naming } from '#contract/options.ts'
import { addPerson, noContact } from '#contract/people.ts'
import { attemptKeys } from '../../lib/attempt-key.ts'
import { utcDay } from '../../lib/times.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { CheckboxField, SelectField, TextField } from '../../ui/fields.tsx'
import { useNow } from '../../ui/use-now.ts'
import { YearsField } from '../../ui/years-field.tsx'
import { BabyFields } from './baby-fields.tsx'
import { DetailFields } from './detail-fields.tsx'
import { NamingField } from './naming-field.tsx'
import { PersonLinks } from './person-facts.tsx'
import { useTypedDetails } from './typed-details.ts'

const known = [
  { value: 'day', label: t`The exact date of birth` },
  { value: 'month', label: t`Month and year of birth` },
  { value: 'year', label: t`The year of birth` },
  { value: 'age', label: t`The age in years` },
] as const
type Known = (typeof known)[number]['value']

const keys = attemptKeys()

/** The button by which a person is written down before the first visit. */
export function NewPersonButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Trans>New person</Trans>
      </Button>
      {open && <NewPersonDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function NewPersonDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const details = useTypedDetails(noContact)
  const [naming, setNaming] = useState<Naming>('named')
  const today = utcDay(useNow())
  const [born, setBorn] = useState('')
  const [how, setHow] = useState<Known>('day')
  const form = useResourceForm(addPerson, {
    once: keys,
    body: ({ fullName, sex, age, birth, mother, birthOrder, different }): BodyInput<typeof addPerson> => ({
      ...(naming === 'named' ? { fullName } : { naming }),
      ...(naming === 'baby' && mother && { mother }),
      ...(naming === 'baby' && Number(birthOrder) > 0 && { birthOrder: Number(birthOrder) }),
      sex,
      ...(how === 'age' ? { age } : { birth: { date: birth?.date ?? '', precision: how } }),
      ...details.read(),
      ...(different && { different: people.map(({ id }) => id) }),
    }),
    onDone: ({ id }) => navigate({ to: '/manager-dashboard/people/$id', params: { id } }),
  })
  const people = form.error?.people ?? []
  return (
    <DialogForm
      form={form}
      onClose={onClose}
      title={t`New person`}
      submit={<Trans>Save</Trans>}
      leave={<Trans>Cancel</Trans>}
    >
      {people.length > 0 && <CouldBe people={people} />}
      <NamingField
        value={naming}
        onChange={(next) => {
          setNaming(next)
          setHow(next === 'unknown' ? 'age' : 'day')
          setBorn(next === 'baby' ? today : '')
        }}
      />
      {naming === 'named' && (
        <TextField
          name="fullName"
          label={t`Full Name`}
          required
          maxLength={200}
          dir="auto"
          autoComplete="off"
        />
      )}
      {naming === 'baby' && <BabyFields bornOn={born} />}
      <SelectField
        name="sex"
        label={t`Sex`}
        required
        placeholder={t`Select`}
        options={genders.map((value) => ({ value, label: value }))}
      />
      {naming !== 'baby' && (
        <SelectField
          name="birth.precision"
          label={t`Known`}
          options={known}
          value={how}
          onChange={({ target }) => setHow(known.find(({ value }) => value === target.value)?.value ?? 'day')}
        />
      )}
      {how === 'age' ? (
        <YearsField name="age" hint={t`The date of birth is estimated from it.`} />
      ) : (
        <DateField
          name="birth.date"
          label={t`Date of birth`}
          required
          value={born}
          onChange={setBorn}
          hint={how === 'day' ? undefined : t`Any day of the ${how}.`}
        />
      )}
      <DetailFields details={details} />
    </DialogForm>
  )
}

/** Persons who could be the one that is written down, and the way to say that they are not. */
function CouldBe({ people }: { people: readonly FoundPerson[] }) {
  return (
    <section aria-label={t`Could be the same person`} className="stack gap-4">
      <PersonLinks people={people} />
      <CheckboxField name="different" label={t`This is somebody else`} />
    </section>
  )
}
