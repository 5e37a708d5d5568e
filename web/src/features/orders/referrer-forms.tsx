import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import {
  addFacility,
  addReferrer,
  changeFacility,
  changeReferrer,
  type Facility,
  facilityKinds,
  type Referrer,
  resultWays,
} from '#contract/orders.ts'
import { choicesIn } from '../../lib/translated.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { type ResourceFormState, useResourceForm } from '../../screen/use-resource-form.ts'
import { CheckboxField, SelectField, TextField } from '../../ui/fields.tsx'

/** A referrer to add or to change. */
export function ReferrerForm({
  of,
  facilities,
  onClose,
}: {
  of: Referrer | null
  facilities: readonly Facility[]
  onClose: () => void
}) {
  const form = useResourceForm(of ? changeReferrer : addReferrer, {
    ...startOf(of),
    body: (held) => ({ ...held, facilityId: held.facilityId || null }),
    onDone: onClose,
  })
  return (
    <EntryForm title={of ? of.fullName : t`Add a requester`} of={of} form={form} onClose={onClose}>
      <TextField
        name="fullName"
        label={t`Full name with title`}
        hint={t`As printed on reports, for example Dr Ama Boateng.`}
        required
        maxLength={120}
        data-first-focus=""
      />
      <SelectField
        name="facilityId"
        label={t`Facility`}
        defaultValue={of?.facility?.id ?? ''}
        options={[
          { value: '', label: t`None` },
          ...facilities
            .filter(({ id, ended }) => !ended || id === of?.facility?.id)
            .map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <TextField name="licenceNumber" label={t`Licence number`} optional maxLength={60} />
    </EntryForm>
  )
}

/** A facility to add or to change. */
export function FacilityForm({ of, onClose }: { of: Facility | null; onClose: () => void }) {
  const form = useResourceForm(of ? changeFacility : addFacility, { ...startOf(of), onDone: onClose })
  return (
    <EntryForm title={of ? of.name : t`Add a facility`} of={of} form={form} onClose={onClose}>
      <TextField name="name" label={t`Name`} required maxLength={120} data-first-focus="" />
      <SelectField name="kind" label={t`Kind`} defaultValue="clinic" options={choicesIn(facilityKinds)} />
      <SelectField
        name="resultsBy"
        label={t`How it gets results`}
        defaultValue="collect"
        options={choicesIn(resultWays)}
      />
    </EntryForm>
  )
}

type Listed = { id: string; version: number; ended: boolean }

const startOf = <Of extends Listed>(of: Of | null) =>
  of ? { params: { id: of.id }, of: { ...of, offered: !of.ended } } : {}

function EntryForm({
  title,
  of,
  form,
  onClose,
  children,
}: {
  title: string
  of: Listed | null
  form: ResourceFormState
  onClose: () => void
  children: ReactNode
}) {
  return (
    <DialogForm form={form} scope="referrer" onClose={onClose} title={title} submit={t`Save`}>
      {children}
      <TextField name="phone" label={t`Phone Number`} type="tel" optional maxLength={40} />
      <TextField name="email" label={t`Email`} type="email" optional maxLength={254} />
      {of && <CheckboxField name="offered" label={t`Offered in orders`} />}
    </DialogForm>
  )
}
