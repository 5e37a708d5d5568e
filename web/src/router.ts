import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { ScreenLoading } from './features/frame/screen-loading.tsx'
import { type FileRouteTypes, routeTree } from './routeTree.gen.ts'

/** The screens by their addresses. The history is the browser's unless another is given. */
export const createAppRouter = (queryClient: QueryClient, history?: RouterHistory) =>
  createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: ScreenLoading,
    // If a screen still waits for its data after this time, its skeleton replaces the previous screen.
    defaultPendingMs: 80,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
    // A screen mounts again when the parameters of its address change, so that it keeps no state of another record.
    defaultRemountDeps: ({ params }: { params: object }) => params,
    ...(history && { history }),
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /** The document's title on this screen, before the product's name. */
    title?: string
    /** The screen that this one belongs to: the link above its title leads there and has that screen's title. */
    back?: FileRouteTypes['to']
  }
  interface HistoryState {
    /** A sentence that the next screen shows, and no address carries. */
    notice?: string
  }
}
