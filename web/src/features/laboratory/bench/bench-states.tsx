import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { ApiError } from '../../../api/api-error.ts'
import { queryFor } from '../../../api/queries.ts'
import { homes } from '../../../lib/role-home.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { EmptyTubeDrawing, TippedTubeDrawing } from '../../../ui/drawings.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Reference } from '../../../ui/notice.tsx'
import { Bench } from './bench.tsx'

/**
 * The error component of a route of the bench, for a record that does not exist or could not be loaded. `missing` and `about` say that it
 * does not exist.
 */
export const benchProblem =
  (missing: string, about: string) =>
  ({ error }: { error: unknown }) => <BenchProblem {...{ error, missing, about }} />

function BenchProblem({ error, missing, about }: { error: unknown; missing: string; about: string }) {
  const router = useRouter()
  const home = homes[useSuspenseQuery(queryFor(readProfile)).data.role]
  const known = error instanceof ApiError ? error : null
  const isMissing = known?.code === 'not_found' || known?.code === 'invalid_input'
  return (
    <Bench back={false}>
      <EmptyState
        picture={isMissing ? <EmptyTubeDrawing /> : <TippedTubeDrawing />}
        title={<h1 tabIndex={-1}>{isMissing ? missing : t`This could not be loaded`}</h1>}
        about={isMissing ? about : (known?.message ?? t`Something went wrong on our side. Nothing is lost.`)}
        action={
          <>
            {!isMissing && (
              <Button onClick={() => void router.invalidate()}>
                <Trans>Try again</Trans>
              </Button>
            )}{' '}
            <Link to={home} className={buttonClass({ variant: 'primary' })}>
              <Trans>Back to Dashboard</Trans>
            </Link>
            <Reference id={isMissing ? undefined : known?.requestId} />
          </>
        }
      />
    </Bench>
  )
}
