import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { holdKinds, listLegalHolds, placeLegalHold } from '#contract/legal-holds.ts'
import { queryFor } from '../../../api/queries.ts'
import { choicesIn } from '../../../lib/translated.ts'
import { DialogForm } from '../../../screen/dialog-form.tsx'
import { Loaded } from '../../../screen/rows.tsx'
import { useFormDialog } from '../../../screen/use-form-dialog.ts'
import { Card } from '../../../ui/card.tsx'
import { SelectField, TextArea } from '../../../ui/fields.tsx'
import { HoldItem } from './hold-parts.tsx'

/** On the page of a person: the legal holds, and placing one. */
export function PersonHolds({ personId }: { personId: string }) {
  const query = useQuery(queryFor(listLegalHolds, { query: { personId, limit: 50 } }))
  return (
    <Card title={t`Legal holds`}>
      <div className="stack gap-3">
        <Loaded query={query} failure={t`The legal holds could not be loaded`}>
          {({ rows }) =>
            rows.length === 0 ? (
              <p className="hint">
                <Trans>
                  For disputes, court orders and complaints. While a hold is in force, nothing of this person
                  is erased, or deleted after its time.
                </Trans>
              </p>
            ) : (
              <ul className="border-b" aria-label={t`Legal holds, newest first`}>
                {rows.map((hold) => (
                  <HoldItem key={hold.id} hold={hold} />
                ))}
              </ul>
            )
          }
        </Loaded>
        <div>
          <PlaceHold personId={personId} />
        </div>
      </div>
    </Card>
  )
}

function PlaceHold({ personId }: { personId: string }) {
  const dialog = useFormDialog(placeLegalHold, { start: { personId } })
  return (
    <DialogForm
      {...dialog}
      opener={{ children: t`Place a hold` }}
      title={t`Place a legal hold`}
      submit={t`Place the hold`}
    >
      <SelectField name="kind" label={t`Kind`} defaultValue="dispute" options={choicesIn(holdKinds)} />
      <TextArea
        name="reason"
        label={t`Reason`}
        hint={t`For example the number of the case. Managers can read it; enter no results.`}
        rows={3}
        required
        maxLength={500}
      />
    </DialogForm>
  )
}
