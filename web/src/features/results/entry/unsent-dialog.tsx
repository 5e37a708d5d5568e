import { plural, t } from '@lingui/core/macro'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

/** Asks before a log-out deletes results that are only in this browser. */
export function UnsentDialog({
  count,
  onLogOut,
  onStay,
}: {
  count: number
  onLogOut: () => Promise<void>
  onStay: () => void
}) {
  return (
    <ConfirmDialog
      open
      question={plural(count, {
        one: 'Log out and delete the results of one test?',
        other: 'Log out and delete the results of # tests?',
      })}
      yes={t`Log out`}
      no={t`Stay logged in`}
      danger
      onYes={() => void onLogOut()}
      onNo={onStay}
    >
      <p>{t`These results are only in this browser, not on the server. Logging out deletes them.`}</p>
    </ConfirmDialog>
  )
}
