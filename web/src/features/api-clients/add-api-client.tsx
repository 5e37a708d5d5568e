import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readProfile } from '#contract/access.ts'
import { addApiClient, apiScopes, signsInBy } from '#contract/api-clients.ts'
import { appScopeNames } from '#contract/apps.ts'
import { keyPrefix, keyScopeNames, keyScopes } from '#contract/key-scopes.ts'
import { listReferrers } from '#contract/orders.ts'
import { laboratory } from '#contract/sites.ts'
import { everySite } from '../../api/every-site.ts'
import { queryFor } from '../../api/queries.ts'
import { choicesIn, translated } from '../../lib/translated.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { CheckboxField, SelectField, TextArea, TextField } from '../../ui/fields.tsx'
import { MultiSelect } from '../../ui/multi-select.tsx'
import { Copied, ShownSecret } from './shown-secret.tsx'

type Registered = { id: string; secret: string | null }

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
    body: ({ forWhom, ...held }) => ({
      ...held,
      ...(forWhom === 'key' && { signsInBy: 'api_key' as const }),
      facilityId: held.facilityId || null,
      redirectUris: wordsIn(held.redirectUris),
      validDays: held.validDays ? Number(held.validDays) : null,
    }),
    onDone,
  })
  const isApp = form.watch('forWhom') === 'people'
  const isKey = form.watch('forWhom') === 'key'
  const ofFhir = choicesIn(apiScopes).filter(
    ({ value }) => !isApp || appScopeNames.some((name) => name === value),
  )
  const offered = isKey
    ? keyScopeNames.map((value) => ({ value, label: translated(keyScopes[value].label) }))
    : ofFhir
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
      <SelectField
        name="forWhom"
        label={t`Who gives it access`}
        options={[
          { value: 'laboratory', label: t`The laboratory: the program reads by itself` },
          { value: 'people', label: t`Patients, clinicians or staff, in an app` },
          { value: 'key', label: t`The laboratory: the program has an API key, without FHIR` },
        ]}
      />
      <MultiSelect
        key={isKey ? 'key' : 'fhir'}
        name="scopes"
        label={t`Permissions`}
        choices={offered.map(({ value, label }) => ({ value, label, note: value }))}
        placeholder={t`Find a permission`}
      />
      {(sites.length > 1 || me.sites) && (
        <MultiSelect
          name="sites"
          label={t`Sites`}
          hint={me.sites ? t`Choose from your sites.` : t`If none is chosen, all sites.`}
          optional={!me.sites}
          choices={sites.map(({ id, name }) => ({ value: id, label: name }))}
          placeholder={t`Find a site`}
        />
      )}
      {isApp && (
        <>
          <TextArea
            name="redirectUris"
            label={t`Redirect addresses`}
            hint={t`One per line. A request of the app must name one of them exactly.`}
            required
            rows={2}
            spellCheck={false}
          />
          <TextField
            name="launchUrl"
            label={t`Launch address`}
            hint={t`For buttons beside results and orders. The app must support the EHR launch of SMART.`}
            optional
            inputMode="url"
            maxLength={500}
            autoComplete="off"
          />
          <CheckboxField
            name="keepsAccess"
            label={t`People can let it read for 90 days without asking again, otherwise for an hour`}
          />
        </>
      )}
      {isKey ? (
        <SelectField
          name="validDays"
          label={t`Valid for`}
          hint={t`Then the program needs a new key.`}
          options={[
            { value: '365', label: t`A year` },
            { value: '730', label: t`Two years` },
            { value: '90', label: t`90 days` },
            { value: '30', label: t`30 days` },
          ]}
        />
      ) : (
        <SelectField
          name="signsInBy"
          label={t`Authentication`}
          hint={
            isApp ? t`An app on a device or in a browser cannot keep a secret: choose “None”.` : undefined
          }
          options={choicesIn(signsInBy).filter(
            ({ value }) => value !== 'api_key' && (isApp || value !== 'nothing'),
          )}
        />
      )}
      {form.watch('signsInBy') === 'key' && !isKey && (
        <TextArea
          name="keys"
          label={t`Public keys`}
          hint={t`A JSON Web Key Set with keys for RS384 or ES384.`}
          required
          rows={4}
          spellCheck={false}
        />
      )}
      {!isApp && !isKey && (
        <SelectField
          name="facilityId"
          label={t`Only orders from`}
          hint={t`A program of a clinic reads only the orders of the clinic’s own clinicians.`}
          options={[
            { value: '', label: t`Everybody` },
            ...facilities.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      <TextField
        name="perMinute"
        label={isApp ? t`Calls per minute, for each person` : t`Calls per minute`}
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

/** The addresses in the text of the form. */
const wordsIn = (text: unknown): string[] => (typeof text === 'string' ? (text.match(/\S+/g) ?? []) : [])

/** The credentials of a new client. The secret is shown only here. */
const Credentials = ({ of: { id, secret }, onClose }: { of: Registered; onClose: () => void }) => (
  <ShownSecret
    title={t`The client is registered`}
    about={
      secret === null ? (
        <Trans>Give the ID to the operator of the program. It is not secret.</Trans>
      ) : isApiKey(secret) ? (
        <Trans>Copy the key now and give it to the operator of the program. It is not shown again.</Trans>
      ) : (
        <Trans>Copy the secret now and give it to the operator of the program. It is not shown again.</Trans>
      )
    }
    onClose={onClose}
  >
    {secret !== null && isApiKey(secret) ? (
      <Copied name="api_key" label={t`API key`} value={secret} />
    ) : (
      <>
        <Copied name="client_id" label={t`Client ID`} value={id} />
        {secret !== null && <Copied name="client_secret" label={t`Secret`} value={secret} />}
      </>
    )}
  </ShownSecret>
)

const isApiKey = (secret: string) => secret.startsWith(keyPrefix)
