import { Trans } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import { ApiError } from '../../api/api-error.ts'
import { translated } from '../../lib/translated.ts'
import { Button } from '../../ui/button.tsx'
import { TippedTubeDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Reference } from '../../ui/notice.tsx'

/** In place of the profile, when the server could not give it. */
export function ProfileFailure({ error }: { error: unknown }) {
  const router = useRouter()
  const known = error instanceof ApiError ? error : null
  return (
    <main id="main">
      <EmptyState
        picture={<TippedTubeDrawing />}
        title={<h1 tabIndex={-1}>{translated(messages.profile.loadFailure)}</h1>}
        about={known?.message}
        action={
          <>
            <Button variant="primary" onClick={() => void router.invalidate()}>
              <Trans>Try again</Trans>
            </Button>
            <Reference id={known?.requestId} />
          </>
        }
      />
    </main>
  )
}
