import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { BodyInput } from '#contract/endpoint.ts'
import { recordErasureWish, wishIdentifiers, wishWays } from '#contract/erasures.ts'
import { browserZone, dayOf, longDay } from '../../../lib/times.ts'
import { choicesIn, translated } from '../../../lib/translated.ts'
import { DialogForm } from '../../../screen/dialog-form.tsx'
import { IdentifiedBy } from '../../../screen/identified-by.tsx'
import { useFormDialog } from '../../../screen/use-form-dialog.ts'
import { Card } from '../../../ui/card.tsx'
import { SelectField } from '../../../ui/fields.tsx'

type Body = BodyInput<typeof recordErasureWish>
const { paper, in_person } = wishWays
const waysOnPaper = { paper, in_person }

/** On the page of a person: records a wish that came on paper or in person, or says that the person was forgotten. */
export function RecordWish({ personId, forgottenAt }: { personId: string; forgottenAt: string | null }) {
  return (
    <Card title={t`Erasure request`}>
      {forgottenAt === null ? (
        <RecordDialog personId={personId} />
      ) : (
        <p>
          <Trans>
            Erased on {longDay(dayOf(forgottenAt, browserZone()))}. Only what must be kept is left.
          </Trans>
        </p>
      )}
    </Card>
  )
}

function RecordDialog({ personId }: { personId: string }) {
  const navigate = useNavigate()
  const [ways, setWays] = useState<Body['identifiedBy']>([])
  const dialog = useFormDialog(recordErasureWish, {
    start: { personId, identifiedBy: ways },
    onShow: () => setWays([]),
    onDone: ({ id }) => navigate({ to: '/manager-dashboard/erasures/$id', params: { id } }),
  })
  return (
    <>
      <p className="hint mb-3">
        <Trans>For requests on paper or in person. People with an account can ask in their profile.</Trans>
      </p>
      <DialogForm
        {...dialog}
        opener={{ children: t`Record a request` }}
        title={t`Record an erasure request`}
        submit={t`Record`}
      >
        <SelectField
          name="way"
          label={t`How the request was made`}
          defaultValue="paper"
          options={choicesIn(waysOnPaper)}
        />
        <IdentifiedBy
          ways={wishIdentifiers.map((way) => ({ way, label: translated(way) }))}
          label={t`How the person was identified`}
          known={ways}
          onChange={setWays}
        />
      </DialogForm>
    </>
  )
}
