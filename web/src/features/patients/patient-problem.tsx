import { messages } from '#contract/messages.ts'
import { ApiError } from '../../api/api-error.ts'
import { EmptyTubeDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { BackToPatients } from './duplicates-screen.tsx'

/** A patient who is not there, or a fault that may pass. */
export function PatientProblem({ error }: { error: unknown }) {
  const gone = error instanceof ApiError && (error.code === 'not_found' || error.code === 'invalid_input')
  return (
    <Page>
      <BackToPatients />
      {gone ? (
        <EmptyState
          picture={<EmptyTubeDrawing />}
          title={messages.lists.noPatients}
          about="Nobody has this address here, or you do not see the sites of their visits."
        />
      ) : (
        <Notice kind="error" role="alert">
          <h1>{messages.lists.patientsFailure}</h1>
          <p>{error instanceof Error ? error.message : ''}</p>
        </Notice>
      )}
    </Page>
  )
}
