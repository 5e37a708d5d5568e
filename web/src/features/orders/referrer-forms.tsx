import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { BodyInput } from '#contract/endpoint.ts'
import {
  addFacility,
  addReferrer,
  changeFacility,
  changeReferrer,
  type Facility,
  facilityKinds,
  listReferrers,
  type Referrer,
  resultWays,
} from '#contract/orders.ts'
import type { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { keyOf } from '../../api/queries.ts'
import { translated } from '../../lib/translated.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckboxField, SelectField, TextField } from '../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { toast } from '../../ui/toast.tsx'

const said = (form: FormData, name: string) => String(form.get(name) ?? '')

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
  return (
    <EntryForm
      title={of ? of.fullName : t`Add a referrer`}
      of={of}
      onClose={onClose}
      save={(form) => {
        const body: BodyInput<typeof addReferrer> = {
          fullName: said(form, 'fullName'),
          facilityId: said(form, 'facilityId') || null,
          phone: said(form, 'phone'),
          email: said(form, 'email'),
          licenceNumber: said(form, 'licenceNumber'),
        }
        if (!of) return call(addReferrer, { body })
        const offered = form.has('offered')
        return call(changeReferrer, {
          params: { id: of.id },
          body: { ...body, offered, version: of.version },
        })
      }}
    >
      <TextField
        name="fullName"
        label={t`Full name with title`}
        hint={t`As reports state it. For example Dr Ama Boateng.`}
        required
        maxLength={120}
        defaultValue={of?.fullName}
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
      <TextField
        name="licenceNumber"
        label={t`Licence number`}
        optional
        maxLength={60}
        defaultValue={of?.licenceNumber}
      />
      <ContactFields of={of} />
    </EntryForm>
  )
}

/** A facility to add or to change. */
export function FacilityForm({ of, onClose }: { of: Facility | null; onClose: () => void }) {
  return (
    <EntryForm
      title={of ? of.name : t`Add a facility`}
      of={of}
      onClose={onClose}
      save={(form) => {
        const body = {
          name: said(form, 'name'),
          kind: said(form, 'kind'),
          resultsBy: said(form, 'resultsBy'),
          phone: said(form, 'phone'),
          email: said(form, 'email'),
        } as BodyInput<typeof addFacility>
        if (!of) return call(addFacility, { body })
        const offered = form.has('offered')
        return call(changeFacility, {
          params: { id: of.id },
          body: { ...body, offered, version: of.version },
        })
      }}
    >
      <TextField
        name="name"
        label={t`Name`}
        required
        maxLength={120}
        defaultValue={of?.name}
        data-first-focus=""
      />
      <SelectField
        name="kind"
        label={t`Kind`}
        defaultValue={of?.kind ?? 'clinic'}
        options={Object.entries(facilityKinds).map(([value, label]) => ({ value, label: translated(label) }))}
      />
      <SelectField
        name="resultsBy"
        label={t`How it gets results`}
        defaultValue={of?.resultsBy ?? 'collect'}
        options={Object.entries(resultWays).map(([value, label]) => ({ value, label: translated(label) }))}
      />
      <ContactFields of={of} />
    </EntryForm>
  )
}

function ContactFields({ of }: { of: { phone: string; email: string } | null }) {
  return (
    <>
      <TextField
        name="phone"
        label={t`Phone Number`}
        type="tel"
        optional
        maxLength={40}
        defaultValue={of?.phone}
      />
      <TextField
        name="email"
        label={t`Email`}
        type="email"
        optional
        maxLength={254}
        defaultValue={of?.email}
      />
    </>
  )
}

function EntryForm({
  title,
  of,
  save,
  onClose,
  children,
}: {
  title: string
  of: { ended: boolean } | null
  save: (form: FormData) => Promise<{ message: string }>
  onClose: () => void
  children: ReactNode
}) {
  const queryClient = useQueryClient()
  const saving = useMutation<{ message: string }, ApiError, FormData>({
    mutationFn: save,
    onSuccess: ({ message }) => {
      toast('success', message)
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(listReferrers) }),
  })
  return (
    <Dialog open onClose={onClose} title={title}>
      <FormShell
        scope="referrer"
        error={saving.error}
        pending={saving.isPending}
        onSubmit={(form) => saving.mutate(form)}
      >
        {children}
        {of && <CheckboxField name="offered" label={t`Offered in orders`} defaultChecked={!of.ended} />}
        <FormActions>
          <SubmitButton pending={saving.isPending}>
            <Trans>Save</Trans>
          </SubmitButton>
        </FormActions>
      </FormShell>
    </Dialog>
  )
}
