import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ApiClient, endApiClient } from '#contract/api-clients.ts'
import { call } from '../../api/client.ts'
import { ConfirmButton } from '../../screen/confirm-button.tsx'

/** Ends a client at once, after a confirmation. */
export const EndApiClient = ({ client: { id, name } }: { client: ApiClient }) => (
  <ConfirmButton
    opener={{ variant: 'plain', 'aria-label': t`End ${name}`, children: t`End` }}
    question={t`End ${name}?`}
    yes={t`End it`}
    danger
    act={() => call(endApiClient, { params: { id } })}
  >
    <p>
      <Trans>
        The program loses its access at once. This cannot be undone, but you can register a new client.
      </Trans>
    </p>
  </ConfirmButton>
)
