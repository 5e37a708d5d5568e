import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listReferrers, type Order, type Referrers, type Requester } from '#contract/orders.ts'
import { queryFor } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { ClinicalFields } from './clinical-fields.tsx'

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
export function OrderFields({ order, requester = order }: { order?: Order; requester?: Requester }) {
  const [showsAll, setShowsAll] = useState(order !== undefined)
  return (
    <>
      <RequesterField order={requester} />
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
          <ClinicalFields under="order." order={order} />
        </>
      ) : (
        <Button
          variant="plain"
          className="-ms-3 self-start justify-self-start"
          onClick={() => setShowsAll(true)}
        >
          <Trans>Add clinical details</Trans>
        </Button>
      )}
    </>
  )
}

/** A name from the lists, found by typing, or any other name. */
export function RequesterField({ order }: { order?: Requester | undefined }) {
  const { data } = useQuery(queryFor(listReferrers))
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
        suggestions={known.map(({ label }) => label)}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <input type="hidden" name="order.known" value={chosen?.key ?? kept ?? ''} />
    </>
  )
}

const keyOf = ({ referrerId, facilityId }: Requester): string | undefined => {
  if (referrerId !== null) return `referrer ${referrerId}`
  return facilityId === null ? undefined : `facility ${facilityId}`
}
