import { t } from '@lingui/core/macro'
import { Link, useMatches, useRouter } from '@tanstack/react-router'
import { type ComponentType, Fragment, type ReactNode } from 'react'
import { useKnownFailure } from '../api/use-known-failure.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyTubeDrawing } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Failed } from '../ui/failed.tsx'
import { Page } from '../ui/page.tsx'
import { BackToParent, useParent } from './back-link.tsx'
import { Screen } from './screen.tsx'

type Missing = {
  title: ReactNode
  about: string
  /** Without it, a button leads to the parent of the screen. */
  action?: ReactNode
}

const nothing = (title: string): Missing => ({ title, about: t`There is nothing at this address.` })

/** Within the frame of an area, in place of a screen that could not be shown. */
export function ScreenFailure({
  error,
  failure,
  missing,
  frame: Frame = Fragment,
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
    return (
      <Frame>
        <NothingHere {...(missing ?? nothing(known.message))} />
      </Frame>
    )
  }
  const failed = (
    <Failed
      error={known}
      title={failure === undefined ? 'h2' : 'h1'}
      failure={failure ?? t`This could not be loaded`}
      onRetry={() => void router.invalidate()}
    />
  )
  return (
    <Frame>
      {failure === undefined ? (
        <Screen title={title}>{failed}</Screen>
      ) : (
        <Page>
          <BackToParent />
          {failed}
        </Page>
      )}
    </Frame>
  )
}

/** In place of a record that does not exist, or that this person may not see. */
export function NothingHere({ title, about, action }: Missing) {
  const parent = useParent()
  return (
    <Page>
      <EmptyState
        picture={<EmptyTubeDrawing />}
        title={<h1 tabIndex={-1}>{title}</h1>}
        about={about}
        action={
          action ??
          (parent && (
            <Link to={parent.to} className={buttonClass({ variant: 'primary' })}>
              {parent.title}
            </Link>
          ))
        }
      />
    </Page>
  )
}
