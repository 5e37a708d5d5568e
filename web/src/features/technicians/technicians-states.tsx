import { useRouter } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import { ApiError } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, Reference } from '../../ui/notice.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import css from './technicians-states.module.css'

export function TechniciansLoading() {
  return (
    <Page>
      <PageHeader title="Technicians" />
      <SkeletonLines count={6} says={messages.loading.any} />
    </Page>
  )
}

/** In place of the list, when the server could not give it. */
export function TechniciansFailure({ error }: { error: unknown }) {
  const router = useRouter()
  const known = error instanceof ApiError ? error : null
  return (
    <Page>
      <PageHeader title="Technicians" />
      <Notice kind="error" role="alert">
        <h2>{messages.lists.techniciansFailure}</h2>
        {known && <p>{known.code === 'no_connection' ? 'There is no connection.' : known.message}</p>}
        <Reference id={known?.requestId} />
        <p className={css.retry}>
          <Button onClick={() => void router.invalidate()}>Try again</Button>
        </p>
      </Notice>
    </Page>
  )
}
