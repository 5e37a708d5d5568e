import { QueryClientProvider } from '@tanstack/react-query'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onSessionEnd } from './api/client.ts'
import { createQueryClient } from './api/queries.ts'
import { onSessionChangedElsewhere } from './api/session.ts'
import { sessionChangedElsewhere, sessionEnded } from './features/identity/session-ended.ts'
import { routeTree } from './routeTree.gen.ts'
import './ui/style/base.css'

const queryClient = createQueryClient()
const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** The document's title on this screen, before the product's name. */
    title?: string
  }
  interface HistoryState {
    /** A sentence that the next screen shows, and no address carries. */
    notice?: string
  }
}

onSessionEnd(() => void sessionEnded(router, queryClient))
onSessionChangedElsewhere(() => void sessionChangedElsewhere(router, queryClient))

const place = document.getElementById('app')
if (!place) throw new Error('app.html has no #app')
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
