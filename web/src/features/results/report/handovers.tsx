import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BodyInput } from '#contract/endpoint.ts'
import { handoverIdentifiers, listHandovers, recordHandover, relations } from '#contract/papers.ts'
import { queryFor } from '../../../api/queries.ts'
import { choicesIn, translated } from '../../../lib/translated.ts'
import { DialogForm } from '../../../screen/dialog-form.tsx'
import { IdentifiedBy } from '../../../screen/identified-by.tsx'
import { useFormDialog } from '../../../screen/use-form-dialog.ts'
import { Card } from '../../../ui/card.tsx'
import { SelectField, TextArea, TextField } from '../../../ui/fields.tsx'
import { When } from '../../../ui/when.tsx'

/** The hand-overs of a report, with the form that records another one. */
export function Handovers({ id, version, zone }: { id: string; version: number; zone: string }) {
  const { data } = useSuspenseQuery(queryFor(listHandovers, { params: { id } }))
  return (
    <Card className="mb-6" aria-labelledby="handovers">
      <h2 id="handovers" className="mb-3 text-l">
        <Trans>Handed over</Trans>
      </h2>
      {data.length === 0 ? (
        <p className="hint mb-3 max-w-[68ch]">
          <Trans>Nobody has been given this report on paper yet.</Trans>
        </p>
      ) : (
        <ul className="[&_li]:row mb-6 [&_li]:justify-between [&_li]:gap-x-4 [&_li]:gap-y-2 [&_li]:border-t [&_li]:py-2">
          {data.map((one) => (
            <li key={one.id}>
              <div>
                <p>
                  <Trans>
                    <strong>
                      <bdi>{one.givenTo}</bdi>
                    </strong>
                    , {translated(relations[one.relation]).toLowerCase()}, version {one.version}
                  </Trans>
                </p>
                <p className="hint max-w-[68ch]">
                  <Trans>
                    <When at={one.at} zone={zone} distance={false} /> by {one.by}. Identified by:{' '}
                    {one.identifiedBy.map(translated).join(', ').toLowerCase()}.
                  </Trans>
                  {one.note && ` ${one.note}`}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      <HandOver id={id} version={version} />
    </Card>
  )
}

type Body = BodyInput<typeof recordHandover>

function HandOver({ id, version }: { id: string; version: number }) {
  const [ways, setWays] = useState<Body['identifiedBy']>([])
  const dialog = useFormDialog(recordHandover, {
    params: { id },
    start: { version, identifiedBy: ways },
    onShow: () => setWays([]),
    says: t`The handover is recorded.`,
  })
  return (
    <DialogForm
      {...dialog}
      opener={{ children: t`Record a handover` }}
      title={t`Hand over version ${version}`}
      submit={t`Record`}
    >
      <TextField name="givenTo" label={t`Name of the recipient`} maxLength={200} data-first-focus="" />
      <SelectField
        name="relation"
        label={t`Who the recipient is`}
        defaultValue=""
        options={[{ value: '', label: t`Choose` }, ...choicesIn(relations)]}
      />
      <IdentifiedBy
        ways={handoverIdentifiers.map((way) => ({ way, label: translated(way) }))}
        label={t`How the recipient was identified`}
        known={ways}
        onChange={setWays}
      />
      <TextArea name="note" label={t`Note`} rows={2} maxLength={500} optional />
    </DialogForm>
  )
}
