import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readProfile } from '#contract/access.ts'
import { addApiClient, apiScopes } from '#contract/api-clients.ts'
import { listReferrers } from '#contract/orders.ts'
import { laboratory } from '#contract/sites.ts'
import { everySite } from '../../api/every-site.ts'
import { queryFor } from '../../api/queries.ts'
import { choicesIn } from '../../lib/translated.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { MultiSelect } from '../../ui/multi-select.tsx'
import { Copied, ShownSecret } from './shown-secret.tsx'

type Registered = { id: string; secret: string }

/** Registers a client, and then shows its secret once. */
export function AddApiClient({ onClose }: { onClose: () => void }) {
  const [registered, setRegistered] = useState<Registered | null>(null)
  return registered ? (
    <Credentials of={registered} onClose={onClose} />
  ) : (
    <ClientForm onDone={setRegistered} onClose={onClose} />
  )
}

function ClientForm({ onDone, onClose }: { onDone: (registered: Registered) => void; onClose: () => void }) {
  const { data: lab } = useSuspenseQuery(queryFor(laboratory))
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  const { data: referrers } = useSuspenseQuery(queryFor(listReferrers))
  const form = useResourceForm(addApiClient, {
    start: { scopes: [] },
    body: (held) => ({ ...held, facilityId: held.facilityId || null }),
    onDone,
  })
  const sites = me.sites ?? everySite(lab)
  const facilities = referrers.facilities.filter(({ ended }) => !ended)
  return (
    <DialogForm
      form={form}
      scope="api-client"
      onClose={onClose}
      title={t`Register a client`}
      submit={t`Register`}
    >
      <TextField
        name="name"
        label={t`Name`}
        hint={t`The program and its location, for example: records of Ridge Hospital.`}
        required
        maxLength={120}
        autoComplete="off"
        data-first-focus=""
      />
      <MultiSelect
        name="scopes"
        label={t`Permissions`}
        choices={choicesIn(apiScopes).map(({ value, label }) => ({ value, label, note: value }))}
        placeholder={t`Find a permission`}
      />
      {(sites.length > 1 || me.sites) && (
        <MultiSelect
          name="sites"
          label={t`Sites`}
          hint={me.sites ? t`Choose from your sites.` : t`None chosen: all sites.`}
          optional={!me.sites}
          choices={sites.map(({ id, name }) => ({ value: id, label: name }))}
          placeholder={t`Find a site`}
        />
      )}
      <SelectField
        name="facilityId"
        label={t`Only orders of`}
        hint={t`A program of a clinic reads only the orders of the clinic’s own clinicians.`}
        options={[
          { value: '', label: t`Everybody` },
          ...facilities.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <TextField
        name="perMinute"
        label={t`Calls per minute`}
        type="number"
        inputMode="numeric"
        min={1}
        max={6000}
        defaultValue={120}
        required
      />
    </DialogForm>
  )
}

/** The credentials of a new client. The secret is shown only here. */
const Credentials = ({ of: { id, secret }, onClose }: { of: Registered; onClose: () => void }) => (
  <ShownSecret
    title={t`The client is registered`}
    about={
      <Trans>Copy the secret now and give it to the operator of the program. It is not shown again.</Trans>
    }
    onClose={onClose}
  >
    <Copied name="client_id" label={t`Client ID`} value={id} />
    <Copied name="client_secret" label={t`Secret`} value={secret} />
  </ShownSecret>
)
