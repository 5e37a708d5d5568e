import { Trans } from '@lingui/react/macro'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, useRouter } from '@tanstack/react-router'
import { NotFound } from '../features/frame/not-found.tsx'
import { ScreenError } from '../features/frame/screen-error.tsx'
import { useTitleAndFocus } from '../features/frame/use-title-and-focus.ts'
import { useWaitingNotice } from '../features/frame/use-waiting-notice.ts'
import { Toasts } from '../ui/toast.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: NotFound,
  errorComponent: RootError,
})

/** What failed was asked of a guard or a loader: those run again, then the screen is shown. */
function RootError({ error }: { error: unknown }) {
  const router = useRouter()
  return <ScreenError error={error} onRetry={() => void router.invalidate()} />
}

function Root() {
  useTitleAndFocus()
  useWaitingNotice()
  return (
    <>
      <a className="skip-link" href="#main">
        <Trans>Skip to content</Trans>
      </a>
      <Outlet />
      <Toasts />
    </>
  )
}
