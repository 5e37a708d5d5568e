import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { arriveManifest, closeManifest, readManifest, scanTube, spoilTube } from '#contract/manifests.ts'
import { rejectionReasons } from '#contract/task-states.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { CelsiusField } from '../../screen/celsius-field.tsx'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { Screen } from '../../screen/screen.tsx'
import { useCall } from '../../screen/use-call.ts'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'
import { BoxState } from './box-columns.tsx'
import { BoxFacts } from './box-facts.tsx'

/** Checks a box: its arrival, then scan by scan its tubes. */
export function CheckBoxScreen({ id }: { id: string }) {
  const { data: box } = useSuspenseQuery({
    ...queryFor(readManifest, { params: { id } }),
    refetchInterval: 10_000,
  })
  const isOpen = box.arrivedAt !== null && box.closedAt === null
  return (
    <Screen
      rhythm="cards"
      title={t`Box ${box.code}`}
      state={<BoxState box={box} />}
      action={isOpen && <EndCheck id={id} />}
    >
      {box.arrivedAt === null && <Arrival id={id} />}
      {isOpen && <Scan id={id} />}
      <BoxFacts
        box={box}
        more={
          isOpen
            ? [
                {
                  header: t`Action`,
                  align: 'end',
                  cell: ({ accession, state }) =>
                    state === 'expected' ? <Spoilt id={id} accession={accession} /> : '–',
                },
              ]
            : []
        }
      />
    </Screen>
  )
}

function Arrival({ id }: { id: string }) {
  const form = useResourceForm(arriveManifest, {
    params: { id },
    body: ({ celsius }) => ({ celsius: typeof celsius === 'number' ? celsius : null }),
  })
  return (
    <Card aria-labelledby="arrival">
      <h2 id="arrival" className="heading-row">
        <Trans>Arrival</Trans>
      </h2>
      <ResourceForm form={form} scope="arrival">
        <div className="max-w-80">
          <CelsiusField />
        </div>
        <FormActions>
          <SubmitButton>
            <Trans>The box has arrived</Trans>
          </SubmitButton>
        </FormActions>
      </ResourceForm>
    </Card>
  )
}

function Scan({ id }: { id: string }) {
  const form = useResourceForm(scanTube, { params: { id }, again: true })
  return (
    <Card aria-labelledby="scan">
      <h2 id="scan" className="heading-row">
        <Trans>Scan the tubes</Trans>
      </h2>
      <ResourceForm form={form} scope="scan">
        <div className="max-w-80">
          <TextField
            name="accession"
            label={t`Tube number`}
            required
            inputMode="numeric"
            autoComplete="off"
            maxLength={14}
          />
        </div>
        <FormActions>
          <SubmitButton>
            <Trans>Receive</Trans>
          </SubmitButton>
        </FormActions>
      </ResourceForm>
    </Card>
  )
}

function Spoilt({ id, accession }: { id: string; accession: string }) {
  const dialog = useFormDialog(spoilTube, {
    params: { id },
    body: ({ reason }) => ({ accession, reason }),
  })
  return (
    <DialogForm
      opener={{ variant: 'plain', 'aria-label': t`Reject ${accession}`, children: t`Reject` }}
      {...dialog}
      scope={accession}
      title={t`Reject ${accession}?`}
      question
      leave={t`Keep`}
      variant="danger"
      submit={t`Reject`}
    >
      <SelectField
        name="reason"
        label={t`Reason`}
        placeholder={t`Select`}
        options={rejectionReasons.map((reason) => ({ value: reason, label: reason }))}
      />
    </DialogForm>
  )
}

function EndCheck({ id }: { id: string }) {
  const end = useCall(() => call(closeManifest, { params: { id } }), { saysRefusal: true })
  return (
    <Button variant="primary" pending={end.isPending} onClick={() => end.mutate()}>
      <Trans>Finish the check</Trans>
    </Button>
  )
}
