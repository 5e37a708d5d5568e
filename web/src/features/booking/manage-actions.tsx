import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { cancelAppointment } from '#contract/booking.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { markNoShow, type visitHistory } from '#contract/manage-visits.ts'
import { messages } from '#contract/messages.ts'
import { call } from '../../api/client.ts'
import { translated } from '../../lib/translated.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useCall } from '../../screen/use-call.ts'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextArea } from '../../ui/fields.tsx'
import { TrashIcon } from '../../ui/icons.tsx'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { refusedWith } from './use-booking.ts'

type History = ResponseOf<typeof visitHistory>

/** What a manager can do with a visit beside editing it. What cannot be done says why. */
export function ManageActions({ history }: { history: History }) {
  const [asking, setAsking] = useState<'cancel' | 'no-show' | null>(null)
  const { appointment: visit, whyNotCancel, whyNotNoShow } = history
  const close = () => setAsking(null)
  return (
    <>
      <div className="stack gap-3 *:w-full [&_button]:w-full">
        <Link to="/collect/$visitId" params={{ visitId: visit.id }} className={buttonClass()}>
          <Trans>Tests and samples</Trans>
        </Link>
        <Button whyNot={whyNotNoShow} onClick={() => setAsking('no-show')}>
          <Trans>Mark as no-show</Trans>
        </Button>
        <Button variant="danger" whyNot={whyNotCancel} onClick={() => setAsking('cancel')}>
          <TrashIcon />
          <Trans>Cancel appointment</Trans>
        </Button>
      </div>
      <NoShowDialog visit={visit} open={asking === 'no-show'} onClose={close} />
      {asking === 'cancel' && <CancelDialog visit={visit} whyNot={whyNotCancel} onClose={close} />}
    </>
  )
}

type Asked = { visit: History['appointment']; onClose: () => void }

function NoShowDialog({ visit: { id, patientDetails }, open, onClose }: Asked & { open: boolean }) {
  const mark = useCall(() => call(markNoShow, { params: { id } }), { saysRefusal: true, onSettled: onClose })
  return (
    <ConfirmDialog
      open={open}
      question={t`${patientDetails.fullName} did not come?`}
      yes={t`Mark as no-show`}
      no={t`Not yet`}
      pending={mark.isPending}
      onYes={() => mark.mutate()}
      onNo={onClose}
    >
      <p>
        <Trans>The chair is free for others. Whoever comes after all is still let in at the desk.</Trans>
      </p>
    </ConfirmDialog>
  )
}

function CancelDialog({ visit, whyNot, onClose }: Asked & { whyNot: string | null }) {
  const { id } = visit
  /** The visit as it was when this was opened: another one is not cancelled in its place. */
  const [seen, setSeen] = useState(visit)
  const changed = visit.version !== seen.version
  const notDeleted = refusedWith(translated(messages.booking.deleteFailure))
  const form = useResourceForm(cancelAppointment, {
    ...notDeleted,
    params: { id },
    body: ({ reason }) => ({ reason, version: seen.version }),
    refusal: (error) => (changed ? null : notDeleted.refusal(error)),
    says: translated(messages.booking.deleted),
    onDone: onClose,
  })
  return (
    <DialogForm
      form={form}
      onClose={onClose}
      title={translated(messages.booking.confirmDelete)}
      submit={<Trans>Cancel appointment</Trans>}
      leave={<Trans>Keep it</Trans>}
      variant="danger"
      whyNot={changed ? null : whyNot}
    >
      <p>
        <Trans>
          The time becomes free for others, and the patient is told. The appointment stays, marked as
          cancelled.
        </Trans>
      </p>
      {changed && (
        <ChangedMeanwhile
          before={seen}
          after={visit}
          onTakeOver={onClose}
          onSeen={() => {
            setSeen(visit)
            form.reset()
          }}
        />
      )}
      <TextArea
        name="reason"
        label={t`Reason`}
        hint={t`Kept with the appointment, with your name.`}
        rows={2}
        maxLength={500}
        required
        data-first-focus
      />
    </DialogForm>
  )
}
