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
            The time, {sayWhen(outcome.start, zone, now())}, is held for you. Say who comes and which tests to
            do, and it is yours.
          </p>
          <DialogActions>
            <Button onClick={onClose}>Stay here</Button>
            <Button variant="primary" data-first-focus onClick={onContinue}>
              Continue
            </Button>
          </DialogActions>
        </>
      )}
      {outcome.kind === 'taken' && (
        <>
          {outcome.alternatives.length > 0 ? (
            <>
              <p>These are the nearest free times:</p>
              <Alternatives alternatives={outcome.alternatives} zone={zone} onChoose={onChoose} />
            </>
          ) : (
            <p>No chair is free then. Choose another time.</p>
          )}
          <DialogActions>
            <Button data-first-focus onClick={onClose}>
              Choose another time
            </Button>
          </DialogActions>
        </>
      )}
      {outcome.kind === 'failed' && (
        <>
          <p>{outcome.reason}</p>
          <DialogActions>
            <Button {...(!outcome.logIn && { 'data-first-focus': '' })} onClick={onClose}>
              OK
            </Button>
            {outcome.logIn && (
              <Button variant="primary" data-first-focus onClick={onLogIn}>
                Log in
              </Button>
            )}
          </DialogActions>
        </>
      )}
    </Dialog>
  )
}
