import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { readProfile } from '#contract/access.ts'
import { askErasure } from '#contract/erasures.ts'
import { readSecondFactor } from '#contract/second-factor.ts'
import { queryFor } from '../../api/queries.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { SubmitButton } from '../../ui/form-actions.tsx'
import { withProof } from './own-form.tsx'
import { OwnProof } from './own-proof.tsx'

/** Asks to be forgotten, with a passkey, or the password and a code of the second factor. */
export function AskErasureDialog({ onClose }: { onClose: () => void }) {
  const { data: profile } = useSuspenseQuery(queryFor(readProfile))
  const { data: factor } = useSuspenseQuery(queryFor(readSecondFactor))
  const form = useResourceForm(askErasure, { body: withProof, onDone: onClose })
  return (
    <Dialog open onClose={onClose} title={t`Ask the laboratory to erase your data?`} question>
      <ResourceForm form={form}>
        <p>
          <Trans>
            The laboratory decides. Until then nothing changes, and you can withdraw your request. Once your
            data are erased, nobody can undo it.
          </Trans>
        </p>
        <OwnProof profile={profile} code={factor.on} />
        <DialogActions>
          <Button autoFocus={!profile.hasPassword} onClick={onClose}>
            <Trans>Keep my account</Trans>
          </Button>
          <SubmitButton variant="danger">
            <Trans>Ask to erase my data</Trans>
          </SubmitButton>
        </DialogActions>
      </ResourceForm>
    </Dialog>
  )
}
