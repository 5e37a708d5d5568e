import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import {
  type ClinicPatient,
  type NewClinicPatient,
  orderWays,
  placeClinicOrder,
} from '#contract/clinic-orders.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from '../../api/queries.ts'
import { attemptKeys } from '../../lib/attempt-key.ts'
import { dayOf } from '../../lib/times.ts'
import { choicesIn } from '../../lib/translated.ts'
import { GenderField } from '../../screen/gender-field.tsx'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { Screen } from '../../screen/screen.tsx'
import { TestsField } from '../../screen/tests-field.tsx'
import { type Held, useResourceForm } from '../../screen/use-resource-form.ts'
import { VisitPrice } from '../../screen/visit-price.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { CheckboxField, SelectField, TextField } from '../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'
import { useNow } from '../../ui/use-now.ts'
import { YearsField } from '../../ui/years-field.tsx'
import { PatientFinder } from './patient-finder.tsx'

const keys = attemptKeys()

const headingClass = 'mt-4 text-l'

/** Orders tests for a patient of the facility, known or new. */
export function NewOrderScreen({ ClinicalFields }: { ClinicalFields: ComponentType }) {
  const navigate = useNavigate()
  const [known, setKnown] = useState<ClinicPatient | null>(null)
  const [tests, setTests] = useState<string[]>([])
  const facts = useQuery(queryFor(laboratory)).data
  const sites = facts?.sites ?? []
  const form = useResourceForm(placeClinicOrder, {
    body: (held) => bodyOf(held, known, tests),
    check: () => (tests.length === 0 ? { testType: [t`Choose at least one test`] } : {}),
    once: keys,
    guarded: true,
    onDone: ({ id }) => navigate({ to: '/clinic/orders/$id', params: { id } }),
  })
  const siteId = String(form.watch('siteId') ?? '')
  return (
    <Screen measure="narrow" title={t`Order tests`}>
      <h2 className="mb-4 text-l">
        <Trans>Patient</Trans>
      </h2>
      <div className="mb-5">
        <PatientFinder chosen={known} onChoose={setKnown} />
      </div>
      <ResourceForm form={form}>
        {!known && <NewPatientFields zone={sites[0]?.timeZone ?? 'UTC'} />}
        <h2 className={headingClass}>
          <Trans>Order details</Trans>
        </h2>
        <TestsField chosen={tests} onChange={setTests} />
        <VisitPrice
          pricesOn={facts?.pricesOn === true}
          siteId={siteId === '' ? undefined : siteId}
          tests={tests}
        />
        <SelectField
          name="way"
          label={t`Sample collection`}
          defaultValue="visit"
          options={choicesIn(orderWays)}
        />
        {sites.length > 1 && (
          <SelectField
            name="siteId"
            label={t`Site of the laboratory`}
            options={sites.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <CheckboxField name="urgent" label={t`Urgent`} />
        <h2 className={headingClass}>
          <Trans>Clinical information</Trans>
        </h2>
        <ClinicalFields />
        <FormActions>
          <SubmitButton pendingText={t`Ordering...`}>
            <Trans>Order</Trans>
          </SubmitButton>
        </FormActions>
      </ResourceForm>
    </Screen>
  )
}

function NewPatientFields({ zone }: { zone: string }) {
  const today = dayOf(useNow(), zone)
  return (
    <>
      <TextField
        name="patient.fullName"
        label={t`Full Name`}
        required
        maxLength={200}
        dir="auto"
        autoComplete="off"
      />
      <DateField name="patient.bornOn" label={t`Date of birth`} optional max={today} />
      <YearsField
        name="patient.age"
        optional
        hint={t`In years. Required if the date of birth is not known.`}
      />
      <GenderField name="patient.gender" />
      <TextField
        name="patient.contact"
        label={t`Phone Number`}
        type="tel"
        inputMode="tel"
        optional
        maxLength={40}
        autoComplete="off"
        hint={t`Required if the patient goes to the laboratory.`}
      />
      <TextField
        name="patient.personNumber"
        label={t`Person number`}
        optional
        maxLength={40}
        autoComplete="off"
        hint={t`The patient’s number at the laboratory. With the date of birth and the sex, it links the order to the patient’s record.`}
      />
    </>
  )
}

function bodyOf(
  held: Held<typeof placeClinicOrder>,
  known: ClinicPatient | null,
  testType: string[],
): BodyInput<typeof placeClinicOrder> {
  const { patient, patientId: _, siteId, pregnancyWeek, ...others } = held
  return {
    ...others,
    testType,
    siteId: siteId || null,
    pregnancyWeek: typeof pregnancyWeek === 'number' ? pregnancyWeek : null,
    ...(known ? { patientId: known.id } : { patient: statedIn(patient) }),
  }
}

function statedIn(patient: Held<typeof placeClinicOrder>['patient']): NewClinicPatient {
  const { bornOn, age, ...stated } = patient as NewClinicPatient
  return { ...stated, bornOn: bornOn || null, age: typeof age === 'number' ? age : null }
}
