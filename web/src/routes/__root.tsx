import { Trans } from '@lingui/react/macro'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { NotFound } from '../features/frame/not-found.tsx'
import { ScreenError } from '../features/frame/screen-error.tsx'
import { useTitleAndFocus } from '../features/frame/use-title-and-focus.ts'
import { useWaitingNotice } from '../features/frame/use-waiting-notice.ts'
import { Toasts } from '../ui/toast.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: NotFound,
  errorComponent: ScreenError,
})

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
