import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { NotFound } from '../features/frame/not-found.tsx'
import { ScreenError } from '../features/frame/screen-error.tsx'
import { useTitleAndFocus } from '../features/frame/use-title-and-focus.ts'
import { Toasts } from '../ui/toast.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: NotFound,
  errorComponent: ({ error, reset }) => <ScreenError error={error} onRetry={reset} />,
})

function Root() {
  useTitleAndFocus()
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Outlet />
      <Toasts />
    </>
  )
}
