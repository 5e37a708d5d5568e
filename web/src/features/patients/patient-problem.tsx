import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import { ApiError } from '../../api/api-error.ts'
import { translated } from '../../lib/translated.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyTubeDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice, Reference } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { BackToPatients } from './duplicates-screen.tsx'

/** A patient who is not there, or a fault that may pass. */
export function PatientProblem({ error }: { error: unknown }) {
  const router = useRouter()
  const gone = error instanceof ApiError && (error.code === 'not_found' || error.code === 'invalid_input')
  return (
    <Page>
      <BackToPatients />
      {gone ? (
        <EmptyState
          picture={<EmptyTubeDrawing />}
          title={<h1 tabIndex={-1}>{translated(messages.lists.noPatients)}</h1>}
          about={t`Nobody has this address here, or you do not see the sites of their visits.`}
        />
      ) : (
        <Notice kind="error" role="alert">
          <h1>{translated(messages.lists.patientsFailure)}</h1>
          <p>{error instanceof Error ? error.message : ''}</p>
          <Reference id={error instanceof ApiError ? error.requestId : undefined} />
          <p>
            <Button onClick={() => void router.invalidate()}>
              <Trans>Try again</Trans>
            </Button>
          </p>
        </Notice>
      )}
    </Page>
  )
}
