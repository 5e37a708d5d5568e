import { t } from '@lingui/core/macro'
import { useRouter } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import { ApiError } from '../../api/api-error.ts'
import { translated } from '../../lib/translated.ts'
import { Failed } from '../../ui/failed.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'

/** In place of the list, when the server could not give it. */
export function TechniciansFailure({ error }: { error: unknown }) {
  const router = useRouter()
  return (
    <Page>
      <PageHeader title={t`Technicians`} />
      <Failed
        error={error instanceof ApiError ? error : null}
        failure={translated(messages.lists.techniciansFailure)}
        onRetry={() => void router.invalidate()}
      />
    </Page>
  )
}
