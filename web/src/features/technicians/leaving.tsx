import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { deactivateClinician } from '#contract/clinicians.ts'
import type { deactivateManager } from '#contract/managers.ts'
import type { deactivateTechnician } from '#contract/technicians.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Button } from '../../ui/button.tsx'
import { ReasonField } from '../../ui/reason-field.tsx'

/** Deactivates somebody who leaves, after a question. */
export function Leaving({
  person: { id, fullName },
  title,
  endpoint,
}: {
  person: { id: string; fullName: string }
  /** The question, as a title. */
  title: string
  endpoint: typeof deactivateManager | typeof deactivateTechnician | typeof deactivateClinician
}) {
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const form = useResourceForm(endpoint, { params: { id }, onDone: close })
  return (
    <>
      <Button variant="plain" aria-label={t`Delete ${fullName}`} onClick={() => setAsking(true)}>
        <Trans>Delete</Trans>
      </Button>
      <DialogForm
        form={form}
        open={asking}
        onClose={close}
        title={title}
        question
        leave={t`Keep`}
        variant="danger"
        submit={t`Delete`}
      >
        <p>
          <Trans>
            <strong>{fullName}</strong> is logged out at once and can no longer log in. What they did stays on
            record under their name.
          </Trans>
        </p>
        <ReasonField optional />
      </DialogForm>
    </>
  )
}
