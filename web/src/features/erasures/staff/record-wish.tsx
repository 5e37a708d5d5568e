import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { BodyInput } from '#contract/endpoint.ts'
import { recordErasureWish, wishIdentifiers, wishWays } from '#contract/erasures.ts'
import { browserZone, dayOf, longDay } from '../../../lib/times.ts'
import { choicesIn, translated } from '../../../lib/translated.ts'
import { DialogForm } from '../../../screen/dialog-form.tsx'
import { useFormDialog } from '../../../screen/use-form-dialog.ts'
import { Card } from '../../../ui/card.tsx'
import { FieldGroup } from '../../../ui/field-group.tsx'
import { CheckboxField, SelectField } from '../../../ui/fields.tsx'

type Body = BodyInput<typeof recordErasureWish>
const { account: _, ...waysOnPaper } = wishWays

/** On the page of a person: records a wish that came on paper or in person, or says that the person was forgotten. */
export function RecordWish({ personId, forgottenAt }: { personId: string; forgottenAt: string | null }) {
  return (
    <Card aria-labelledby="forget">
      <h2 id="forget" className="mb-3">
        <Trans>Wish to be forgotten</Trans>
      </h2>
      {forgottenAt === null ? (
        <RecordDialog personId={personId} />
      ) : (
        <p>
          <Trans>
            Forgotten on {longDay(dayOf(forgottenAt, browserZone()))}. Only what must be kept is left.
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
    onDone: ({ id }) => navigate({ to: '/manager-dashboard/erasures/$id', params: { id } }),
  })
  return (
    <>
      <p className="hint mb-3">
        <Trans>If the person asked on paper or in person. People with an account ask in their profile.</Trans>
      </p>
      <DialogForm
        {...dialog}
        opener={{
          onClick: () => {
            setWays([])
            dialog.show()
          },
          children: t`Record a wish`,
        }}
        title={t`Record a wish to be forgotten`}
        submit={t`Record`}
      >
        <SelectField
          name="way"
          label={t`How the wish came`}
          defaultValue="paper"
          options={choicesIn(waysOnPaper)}
        />
        <FieldGroup name="identifiedBy" label={t`How the person was identified`}>
          {wishIdentifiers.map((way) => (
            <CheckboxField
              key={way}
              name={`identifiedBy.${way.replace(/\W+/g, '-')}`}
              label={translated(way)}
              checked={ways.includes(way)}
              onChange={({ currentTarget: { checked } }) =>
                setWays(checked ? [...ways, way] : ways.filter((one) => one !== way))
              }
            />
          ))}
        </FieldGroup>
      </DialogForm>
    </>
  )
}
