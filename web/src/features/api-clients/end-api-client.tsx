import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { type ApiClient, endApiClient } from '#contract/api-clients.ts'
import { call } from '../../api/client.ts'
import { useCall } from '../../screen/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** Ends a client at once, after a confirmation. */
export function EndApiClient({ client: { id, name } }: { client: ApiClient }) {
  const [asking, setAsking] = useState(false)
  const end = useCall(() => call(endApiClient, { params: { id } }), {
    saysRefusal: true,
    onSettled: () => setAsking(false),
  })
  return (
    <>
      <Button variant="plain" aria-label={t`End ${name}`} onClick={() => setAsking(true)}>
        <Trans>End</Trans>
      </Button>
      <ConfirmDialog
        open={asking}
        question={t`End ${name}?`}
        yes={t`End it`}
        danger
        pending={end.isPending}
        onYes={() => end.mutate()}
        onNo={() => setAsking(false)}
      >
        <p>
          <Trans>
            The program loses its access at once. This cannot be undone, but you can register a new client.
          </Trans>
        </p>
      </ConfirmDialog>
    </>
  )
}
