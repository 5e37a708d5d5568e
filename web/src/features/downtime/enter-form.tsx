import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { wholeYears } from '#contract/age.ts'
import { enterDowntimeForm, type readDowntimeForm, tubesOfTests } from '#contract/downtime.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { Identifier } from '#contract/task-states.ts'
import { queryFor } from '../../api/queries.ts'
import { billIn } from '../../lib/bill-form.ts'
import { sayList } from '../../lib/locale.ts'
import { orderIn } from '../../lib/order-form.ts'
import { dayOf, instantAt } from '../../lib/times.ts'
import { GenderField } from '../../screen/gender-field.tsx'
import { collectionWays, IdentifiedBy, PreparedField } from '../../screen/identified-by.tsx'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { TestsField } from '../../screen/tests-field.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { BornOnField } from '../../ui/born-on-field.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { FieldGroup } from '../../ui/field-group.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'
import { useNow } from '../../ui/use-now.ts'
import { YearsField } from '../../ui/years-field.tsx'

type Form = ResponseOf<typeof readDowntimeForm>

/** Fields of other features: those that `orderIn` reads, and those that `billIn` reads. */
export type FurtherFields = {
  OrderFields: ComponentType
  BillFields: ComponentType<{ tests: readonly string[] }>
}

/** Enters a form in the order of the paper. */
export function EnterForm({ form, OrderFields, BillFields }: { form: Form } & FurtherFields) {
  const { id, staff, site } = form
  const navigate = useNavigate()
  const today = dayOf(useNow(), site.timeZone)
  const [tests, setTests] = useState<string[]>([])
  const [day, setDay] = useState(today)
  const [bornOn, setBornOn] = useState('')
  const [known, setKnown] = useState<readonly Identifier[]>([])
  // An hour that the clocks skip is refused by the server at its field.
  const at = (time: unknown) => instantAt(day, String(time ?? ''), site.timeZone) ?? ''
  const entering = useResourceForm(enterDowntimeForm, {
    params: { id },
    body: (held) => {
      const { patientDetails, personNumber, arrivedAt, collectedAt, collectedBy, prepared, labels } = held
      const { receivedAt, receivedBy } = held.receipt ?? {}
      const [order, bill] = [orderIn(held), billIn(held)]
      return {
        patientDetails: { ...patientDetails, ...(bornOn && { age: wholeYears(bornOn, day) }) },
        ...(personNumber?.trim() && { personNumber }),
        ...(bornOn && { bornOn }),
        testType: tests,
        ...(order && { order }),
        ...(bill && { bill }),
        arrivedAt: at(arrivedAt),
        collectedAt: at(collectedAt),
        collectedBy,
        ...((receivedAt || receivedBy) && {
          receipt: { receivedAt: at(receivedAt), receivedBy: receivedBy ?? '' },
        }),
        identifiedBy: [...known],
        prepared,
        labels: labels ?? [],
      }
    },
    onDone: ({ visit }) => navigate({ to: '/collect/$visitId', params: { visitId: visit.id } }),
    guarded: true,
  })
  return (
    <ResourceForm form={entering}>
      <TextField
        name="patientDetails.fullName"
        label={t`Full Name`}
        required
        maxLength={200}
        dir="auto"
        autoComplete="off"
        data-first-focus=""
      />
      <TextField
        name="patientDetails.contact"
        label={t`Phone Number`}
        type="tel"
        inputMode="tel"
        optional
        maxLength={40}
        autoComplete="off"
      />
      <BornOnField today={today} value={bornOn} onChange={setBornOn} />
      <YearsField
        key={bornOn}
        name="patientDetails.age"
        {...(bornOn !== '' && { readOnly: true, value: wholeYears(bornOn, day) })}
      />
      <TextField
        name="personNumber"
        label={t`Person number`}
        optional
        hint={t`For a person who was here before: links this visit to their earlier results.`}
        maxLength={40}
        autoComplete="off"
      />
      <OrderFields />
      <GenderField name="patientDetails.gender" />
      <DateField name="day" label={t`Date`} required max={today} value={day} onChange={setDay} />
      <div className="cols-fit-136 grid gap-4">
        <TextField name="arrivedAt" label={t`Arrived at`} type="time" required />
        <TextField name="collectedAt" label={t`Samples collected at`} type="time" required />
      </div>
      <SelectField
        name="collectedBy"
        label={t`Collected by`}
        required
        placeholder={t`As signed on the form`}
        options={staff.map((one) => ({ value: one.id, label: one.fullName }))}
      />
      <ReceiptFields scope="receipt." staff={staff} optional />
      <IdentifiedBy
        ways={collectionWays}
        label={t`How was the patient identified?`}
        hint={t`At least two, as ticked on the form.`}
        known={known}
        onChange={setKnown}
      />
      <PreparedField start="not needed" />
      <TestsField chosen={tests} onChange={setTests} />
      {tests.length > 0 && <LabelFields form={form} tests={tests} />}
      <BillFields tests={tests} />
      <FormActions>
        <SubmitButton whyNot={known.length < 2 ? t`Confirm who it is in two ways.` : null}>
          <Trans>Enter the form</Trans>
        </SubmitButton>
      </FormActions>
    </ResourceForm>
  )
}

/** When and by whom the samples were received at the bench. `scope` begins the names of the fields. */
export const ReceiptFields = ({
  scope = '',
  staff,
  optional = false,
}: {
  scope?: string
  staff: Form['staff']
  optional?: boolean
}) => (
  <>
    <TextField
      name={`${scope}receivedAt`}
      label={t`Received at the bench at`}
      type="time"
      {...(optional ? { optional } : { required: true })}
    />
    <SelectField
      name={`${scope}receivedBy`}
      label={t`Received by`}
      {...(optional ? { optional } : { required: true })}
      placeholder={t`As signed on the form`}
      options={staff.map((one) => ({ value: one.id, label: one.fullName }))}
    />
  </>
)

/** The label that is on each tube, `labels`. */
function LabelFields({ form: { id, accessions }, tests }: { form: Form; tests: readonly string[] }) {
  const plan = useQuery({
    ...queryFor(tubesOfTests, { params: { id }, query: { tests: [...tests] } }),
    placeholderData: keepPreviousData,
  })
  return (
    <FieldGroup name="labels" label={t`Labels on the tubes`}>
      <div className="stack gap-4">
        {plan.data?.tubes.map(({ tube, specimen, tests: names }, index) => (
          <SelectField
            key={`${tube} ${specimen}`}
            name={`labels.${index}`}
            label={tube}
            hint={sayList(names)}
            defaultValue={accessions[index] ?? ''}
            options={accessions.map((accession, number) => ({
              value: accession,
              label: t`Label ${number + 1}, ${accession}`,
            }))}
          />
        ))}
      </div>
    </FieldGroup>
  )
}
