import { t } from '@lingui/core/macro'
import { useMatches, useRouter } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { useKnownFailure } from '../api/use-known-failure.ts'
import { EmptyTubeDrawing } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Failed } from '../ui/failed.tsx'
import { Page, PageHeader } from '../ui/page.tsx'

type Missing = { title: ReactNode; about: string; action?: ReactNode }

const nothing = (title: string): Missing => ({ title, about: t`There is nothing at this address.` })

/** Within the frame of an area, in place of a screen that could not be shown. */
export function ScreenFailure({
  error,
  failure,
  missing,
  frame: Frame = Page,
}: {
  error: unknown
  /** What failed, as the heading; otherwise the heading is the title of the screen. */
  failure?: string
  /** What is said if there is nothing at this address, or nothing that this person may see. */
  missing?: Missing
  frame?: ComponentType<{ children: ReactNode }>
}) {
  const router = useRouter()
  const title = useMatches().findLast((match) => match.staticData.title)?.staticData.title
  const known = useKnownFailure(error)
  if (known?.code === 'not_found' || (missing && known?.code === 'invalid_input')) {
    const { title: said, about, action } = missing ?? nothing(known.message)
    return (
      <Frame>
        <EmptyState
          picture={<EmptyTubeDrawing />}
          title={<h1 tabIndex={-1}>{said}</h1>}
          about={about}
          action={action}
        />
      </Frame>
    )
  }
  return (
    <Frame>
      {failure === undefined && <PageHeader title={title} />}
      <Failed
        error={known}
        title={failure === undefined ? 'h2' : 'h1'}
        failure={failure ?? t`This could not be loaded`}
        onRetry={() => void router.invalidate()}
      />
    </Frame>
  )
}
