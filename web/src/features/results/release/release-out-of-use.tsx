import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { MeasuredOutOfUse } from '#contract/instrument-breakdowns.ts'
import { releaseResults } from '#contract/reports.ts'
import { DialogForm } from '../../../screen/dialog-form.tsx'
import { useResourceForm } from '../../../screen/use-resource-form.ts'
import { Button } from '../../../ui/button.tsx'
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
export function ReleaseOutOfUse(props: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button whyNot={props.whyNot} onClick={() => setOpen(true)}>
        <Trans>Release with a reason</Trans>
      </Button>
      {open && <ReasonForm {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function ReasonForm({ id, title, revision, outOfUse, zone, onClose }: Props & { onClose: () => void }) {
  const form = useResourceForm(releaseResults, {
    body: ({ outOfUseReason }) => ({ tasks: [id], revisions: { [id]: revision }, outOfUseReason }),
    onDone: onClose,
  })
  return (
    <DialogForm
      form={form}
      scope={`out-of-use-${id}`}
      onClose={onClose}
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
