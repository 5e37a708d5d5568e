import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { fastingStates, listReferrers, type Order, type Referrers } from '#contract/orders.ts'
import { queryFor } from '../../api/queries.ts'
import { translated } from '../../lib/translated.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextArea, TextField } from '../../ui/fields.tsx'

type Known = { key: string; label: string }

/** Those who can be chosen, as the field shows them; `key` names the list and the entry. */
function knownIn({ referrers, facilities }: Referrers): Known[] {
  return [
    ...referrers
      .filter(({ ended }) => !ended)
      .map(({ id, fullName, facility }) => ({
        key: `referrer ${id}`,
        label: facility ? `${fullName}, ${facility.name}` : fullName,
      })),
    ...facilities
      .filter(({ ended }) => !ended)
      .map(({ id, name }) => ({ key: `facility ${id}`, label: name })),
  ]
}

/**
 * What an order says, for forms that book a visit or change its order. The fields are read by `orderIn`. Without an order the clinical
 * fields are shown when they are asked for.
 */
export function OrderFields({ order }: { order?: Order }) {
  const [showsAll, setShowsAll] = useState(order !== undefined)
  return (
    <>
      <RequesterField order={order} />
      {showsAll ? (
        <>
          <TextField
            name="order.copyTo"
            label={t`Copy to`}
            optional
            maxLength={300}
            autoComplete="off"
            defaultValue={order?.copyTo}
          />
          <TextArea
            name="order.clinicalDetails"
            label={t`Clinical details`}
            optional
            rows={2}
            maxLength={1000}
            defaultValue={order?.clinicalDetails}
          />
          <TextField
            name="order.diagnosis"
            label={t`Diagnosis`}
            optional
            maxLength={300}
            autoComplete="off"
            defaultValue={order?.diagnosis}
          />
          <SelectField
            name="order.fasting"
            label={t`Fasting state`}
            options={Object.entries(fastingStates).map(([value, label]) => ({
              value,
              label: translated(label),
            }))}
            defaultValue={order?.fasting ?? 'not known'}
          />
          <TextField
            name="order.pregnancyWeek"
            label={t`Week of pregnancy`}
            optional
            type="number"
            inputMode="numeric"
            min={1}
            max={45}
            step={1}
            defaultValue={order?.pregnancyWeek ?? ''}
          />
          <TextField
            name="order.medication"
            label={t`Medication`}
            optional
            maxLength={500}
            autoComplete="off"
            defaultValue={order?.medication}
          />
        </>
      ) : (
        <Button variant="plain" onClick={() => setShowsAll(true)}>
          <Trans>Add clinical details</Trans>
        </Button>
      )}
    </>
  )
}

/** A name from the lists, found by typing, or any other name. */
function RequesterField({ order }: { order: Order | undefined }) {
  const { data } = useQuery(queryFor(listReferrers))
  const list = useId()
  const [typed, setTyped] = useState(order?.asked ?? '')
  const known = data ? knownIn(data) : []
  const chosen = known.find(({ label }) => label.toLowerCase() === typed.trim().toLowerCase())
  // An entry that is no longer offered stays with an order that has it.
  const kept = order && typed === order.asked ? keyOf(order) : undefined
  return (
    <>
      <TextField
        name="order.requestedBy"
        label={t`Requested by`}
        hint={t`A doctor or facility of the list, or another name. Empty: the patient.`}
        optional
        maxLength={160}
        autoComplete="off"
        list={list}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <datalist id={list}>
        {known.map(({ key, label }) => (
          <option key={key} value={label} />
        ))}
      </datalist>
      <input type="hidden" name="order.known" value={chosen?.key ?? kept ?? ''} />
    </>
  )
}

const keyOf = ({ referrerId, facilityId }: Order): string | undefined => {
  if (referrerId !== null) return `referrer ${referrerId}`
  return facilityId === null ? undefined : `facility ${facilityId}`
}
