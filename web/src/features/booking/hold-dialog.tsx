import { Trans } from '@lingui/react/macro'
import { now } from '../../lib/clock.ts'
import { sayWhen } from '../../lib/times.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Alternatives } from './slot-taken.tsx'
import type { HoldOutcome } from './use-holding.ts'

/** The alert after a selection: held, taken or failed. */
export function HoldDialog({
  outcome,
  zone,
  onClose,
  onChoose,
  onContinue,
  onLogIn,
}: {
  outcome: HoldOutcome | null
  zone: string
  onClose: () => void
  onChoose: (at: string) => void
  onContinue: () => void
  onLogIn: () => void
}) {
  if (!outcome) return null
  return (
    <Dialog open onClose={onClose} title={outcome.message} question>
      {outcome.kind === 'held' && (
        <>
          <p>
            <Trans>
              The time, {sayWhen(outcome.start, zone, now())}, is held for you. Tell us who is coming and for
              which tests, and it is yours.
            </Trans>
          </p>
          <DialogActions>
            <Button onClick={onClose}>
              <Trans>Stay here</Trans>
            </Button>
            <Button variant="primary" data-first-focus onClick={onContinue}>
              <Trans>Continue</Trans>
            </Button>
          </DialogActions>
        </>
      )}
      {outcome.kind === 'taken' && (
        <>
          {outcome.alternatives.length > 0 ? (
            <>
              <p>
                <Trans>These are the nearest free times:</Trans>
              </p>
              <Alternatives alternatives={outcome.alternatives} zone={zone} onChoose={onChoose} />
            </>
          ) : (
            <p>
              <Trans>No chair is free then. Choose another time.</Trans>
            </p>
          )}
          <DialogActions>
            <Button data-first-focus onClick={onClose}>
              <Trans>Choose another time</Trans>
            </Button>
          </DialogActions>
        </>
      )}
      {outcome.kind === 'failed' && (
        <>
          <p>{outcome.reason}</p>
          <DialogActions>
            <Button {...(!outcome.logIn && { 'data-first-focus': '' })} onClick={onClose}>
              <Trans>OK</Trans>
            </Button>
            {outcome.logIn && (
              <Button variant="primary" data-first-focus onClick={onLogIn}>
                <Trans>Log in</Trans>
              </Button>
            )}
          </DialogActions>
        </>
      )}
    </Dialog>
  )
}
