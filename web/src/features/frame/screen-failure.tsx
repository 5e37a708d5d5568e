import { useMatches, useRouter } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, Reference } from '../../ui/notice.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'

/** Inside the frame of an area, in place of one screen of it: the way to all the others stays. */
export function ScreenFailure({ error }: { error: unknown }) {
  const router = useRouter()
  const title = useMatches().findLast((match) => match.staticData.title)?.staticData.title
  const known = error instanceof ApiError ? error : null
  return (
    <Page>
      <PageHeader title={title} />
      <Notice kind="error" role="alert">
        <h2>This could not be loaded</h2>
        <p>{known?.message ?? 'Something went wrong on our side. What was saved before is safe.'}</p>
        <Reference id={known?.requestId} />
        <p>
          <Button onClick={() => void router.invalidate()}>Try again</Button>
        </p>
      </Notice>
    </Page>
  )
}
