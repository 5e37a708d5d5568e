import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'

/** The recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div className="stack gap-4">
      <p>
        <Trans>
          Write these recovery codes down, or print them. Each logs you in once without your phone. They are
          not shown again.
        </Trans>
      </p>
      <ul className="cols-fit-240 grid gap-2 font-600 tabular-nums">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <DialogActions>
        <Button variant="primary" onClick={onDone}>
          <Trans>I have written them down</Trans>
        </Button>
      </DialogActions>
    </div>
  )
}
