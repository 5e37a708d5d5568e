import { t } from '@lingui/core/macro'
import type { MeasuredOutOfUse } from '#contract/instrument-breakdowns.ts'
import { releaseResults } from '#contract/reports.ts'
import { DialogForm } from '../../../screen/dialog-form.tsx'
import { useFormDialog } from '../../../screen/use-form-dialog.ts'
import { TextArea } from '../../../ui/fields.tsx'
import { OutOfUseNotice } from './out-of-use-notice.tsx'

type Props = {
  id: string
  title: string
  /** The revision of the results that were read. */
  revision: number
  outOfUse: readonly MeasuredOutOfUse[]
  zone: string
  whyNot: string | null
}

/** Releases one test whose results were measured while the analyser was out of use: after a confirmation with a reason. */
export function ReleaseOutOfUse({ id, title, revision, outOfUse, zone, whyNot }: Props) {
  const dialog = useFormDialog(releaseResults, {
    body: ({ outOfUseReason }) => ({ tasks: [id], revisions: { [id]: revision }, outOfUseReason }),
  })
  return (
    <DialogForm
      {...dialog}
      opener={{ whyNot, children: t`Release with a reason` }}
      scope={`out-of-use-${id}`}
      title={t`Release ${title}?`}
      submit={t`Release`}
      variant="danger"
    >
      <OutOfUseNotice outOfUse={outOfUse} zone={zone} />
      <TextArea
        name="outOfUseReason"
        label={t`Reason`}
        hint={t`Why these results are valid although the analyser was out of use. It is kept with the release.`}
        rows={3}
        maxLength={500}
        required
        data-first-focus=""
      />
    </DialogForm>
  )
}
