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
import { ConfirmButton } from '../../screen/confirm-button.tsx'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { buttonClass } from '../../ui/button.tsx'
import { TextArea } from '../../ui/fields.tsx'
import { TrashIcon } from '../../ui/icons.tsx'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { refusedWith } from './use-booking.ts'

type History = ResponseOf<typeof visitHistory>

/** What a manager can do with a visit beside editing it. What cannot be done says why. */
export function ManageActions({ history }: { history: History }) {
  const { appointment: visit, whyNotCancel, whyNotNoShow } = history
  const { id, patientDetails } = visit
  return (
    <div className="stack gap-3 *:w-full [&_button]:w-full">
      <Link to="/collect/$visitId" params={{ visitId: id }} className={buttonClass()}>
        <Trans>Tests and samples</Trans>
      </Link>
      <ConfirmButton
        opener={{ whyNot: whyNotNoShow, children: t`Mark as no-show` }}
        act={() => call(markNoShow, { params: { id } })}
        question={t`${patientDetails.fullName} did not come?`}
        yes={t`Mark as no-show`}
        no={t`Not yet`}
      >
        <p>
          <Trans>
            The chair becomes free for others. If the patient comes after all, the desk can still check them
            in.
          </Trans>
        </p>
      </ConfirmButton>
      <CancelVisit visit={visit} whyNot={whyNotCancel} />
    </div>
  )
}

function CancelVisit({ visit, whyNot }: { visit: History['appointment']; whyNot: string | null }) {
  const { id } = visit
  /** The visit as it was when this was opened: another one is not cancelled in its place. */
  const [seen, setSeen] = useState(visit)
  const changed = visit.version !== seen.version
  const notDeleted = refusedWith(translated(messages.booking.deleteFailure))
  const dialog = useFormDialog(cancelAppointment, {
    ...notDeleted,
    params: { id },
    body: ({ reason }) => ({ reason, version: seen.version }),
    refusal: (error) => (changed ? null : notDeleted.refusal(error)),
    says: translated(messages.booking.deleted),
  })
  return (
    <DialogForm
      {...dialog}
      opener={{
        variant: 'danger',
        whyNot,
        onClick: () => {
          setSeen(visit)
          dialog.show()
        },
        children: (
          <>
            <TrashIcon />
            {t`Cancel appointment`}
          </>
        ),
      }}
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
          onTakeOver={dialog.onClose}
          onSeen={() => {
            setSeen(visit)
            dialog.form.reset()
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
