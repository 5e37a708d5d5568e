import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type Repeat, repeatTest } from '#contract/results.ts'
import { DialogForm } from '../../../screen/dialog-form.tsx'
import { useFormDialog } from '../../../screen/use-form-dialog.ts'
import { TextArea } from '../../../ui/fields.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { When } from '../../../ui/when.tsx'

/** The values of a test before each of its repeats, and why it was repeated. */
export function Repeats({ repeats, zone }: { repeats: readonly Repeat[]; zone: string }) {
  return repeats.map(({ at, by, reason, enteredBy, measured, results }) => {
    const values = results.map(({ name, value, unit }) => `${name}: ${value} ${unit}`.trim()).join('; ')
    return (
      <Notice key={at} className="my-3">
        <p>
          <Trans>
            Repeat requested by {by}, <When at={at} zone={zone} />. Reason: {reason}
          </Trans>
        </p>
        <p>
          <Trans>
            Earlier values, entered by {enteredBy}: {values}
          </Trans>
        </p>
        {measured && (
          <p>
            <Trans>
              Measured by {measured.by}, <When at={measured.at} zone={zone} distance={false} />.
            </Trans>
          </p>
        )}
      </Notice>
    )
  })
}

/** Returns a completed test to the queue, to be measured again on its sample. */
export function RepeatButton({
  taskId,
  title,
  revision,
}: {
  taskId: string
  /** The name of the test, where several are listed. */
  title?: string
  revision: number
}) {
  const dialog = useFormDialog(repeatTest, { params: { id: taskId }, start: { revision } })
  return (
    <DialogForm
      opener={{
        variant: title === undefined ? 'quiet' : 'plain',
        children: (
          <Trans>
            Repeat the test<span className="visually-hidden"> {title}</span>
          </Trans>
        ),
      }}
      {...dialog}
      scope={`repeat-${taskId}`}
      title={t`Repeat the test?`}
      submit={t`Repeat`}
    >
      <p>
        <Trans>
          The test returns to the queue and is measured again on the same sample. The present values are kept
          beside the new ones.
        </Trans>
      </p>
      <TextArea name="reason" label={t`Reason`} rows={2} maxLength={500} required data-first-focus="" />
    </DialogForm>
  )
}
