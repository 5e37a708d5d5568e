import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Task } from '#contract/bench.ts'
import { listReferralLaboratories, type ReferralLaboratory, referTask } from '#contract/referrals.ts'
import { transportStates } from '#contract/transport.ts'
import { call } from '../../../api/client.ts'
import { queryFor } from '../../../api/queries.ts'
import { choicesIn, translated } from '../../../lib/translated.ts'
import { DialogForm } from '../../../screen/dialog-form.tsx'
import { useCall } from '../../../screen/use-call.ts'
import { useFormDialog } from '../../../screen/use-form-dialog.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { SelectField } from '../../../ui/fields.tsx'
import { When } from '../../../ui/when.tsx'

/** The laboratory that does a task, and the choice of another for this order. */
export function TaskReferral({ task, zone }: { task: Task; zone: string }) {
  const laboratories = useQuery(queryFor(listReferralLaboratories)).data?.laboratories ?? []
  const keep = useCall(() => call(referTask, { params: { id: task.id }, body: { laboratoryId: null } }), {
    saysRefusal: true,
  })
  const { referral } = task
  const isOpen = task.status === 'pending' && referral?.sentAt == null && laboratories.length > 0
  if (!referral && !isOpen) return null
  return (
    <Card title={referral ? t`Referred to ${referral.laboratory}` : t`Another laboratory`}>
      {referral && (
        <Facts
          dense
          facts={[
            { name: t`Temperature`, value: translated(transportStates[referral.transport]) },
            { name: t`Sent`, value: <Maybe at={referral.sentAt} zone={zone} /> },
            ...(referral.returnedAt
              ? [{ name: t`Report entered`, value: <Maybe at={referral.returnedAt} zone={zone} /> }]
              : [{ name: t`Report due`, value: <Maybe at={referral.dueAt} zone={zone} /> }]),
          ]}
        />
      )}
      {referral?.sentAt && !referral.returnedAt && (
        <p className="hint mt-3">
          <Trans>
            When the report arrives, start the task and enter the values, or attach the PDF as part of your
            report.
          </Trans>
        </p>
      )}
      {isOpen && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Refer task={task} laboratories={laboratories} />
          {referral && (
            <Button pending={keep.isPending} onClick={() => keep.mutate()}>
              <Trans>Do the test here</Trans>
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}

const Maybe = ({ at, zone }: { at: string | null; zone: string }) =>
  at === null ? <span className="font-400 text-ink-soft">{t`not yet`}</span> : <When at={at} zone={zone} />

function Refer({ task, laboratories }: { task: Task; laboratories: readonly ReferralLaboratory[] }) {
  const dialog = useFormDialog(referTask, { params: { id: task.id } })
  return (
    <DialogForm
      {...dialog}
      opener={{ children: task.referral ? t`Choose another laboratory` : t`Refer this test` }}
      scope="refer"
      title={t`Refer ${task.title}`}
      submit={t`Refer`}
    >
      <SelectField
        name="laboratoryId"
        label={t`Laboratory`}
        placeholder={t`Select`}
        required
        options={laboratories.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <SelectField
        name="transport"
        label={t`Temperature of transport`}
        defaultValue={task.referral?.transport ?? 'refrigerated'}
        options={choicesIn(transportStates)}
      />
    </DialogForm>
  )
}
