import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { onSessionEnd } from './api/client.ts'
import { createQueryClient } from './api/queries.ts'
import { onSessionChangedElsewhere } from './api/session.ts'
import { sessionChangedElsewhere, sessionEnded } from './features/access/session-ended.ts'
import { documentLanguage } from './lib/locale.ts'
import { createAppRouter } from './router.ts'
import './ui/style/app.css'

const queryClient = createQueryClient()
const router = createAppRouter(queryClient)

onSessionEnd(() => void sessionEnded(router, queryClient))
onSessionChangedElsewhere(() => void sessionChangedElsewhere(router, queryClient))

// The screen's style sheets load while its guard waits for the account. In French, the modules of staff screens must wait for their
// texts, which the guard loads.
if (documentLanguage() !== 'fr')
  for (const { routeId } of router.matchRoutes(router.latestLocation))
    void router.loadRouteChunk(router.routesById[routeId as keyof typeof router.routesById])

const place = document.getElementById('app')
if (!place) throw new Error('app.html has no #app')
// The heading that a document shows stays until its screen is loaded, for a second at most. Then the skeleton of the screen follows.
if (!place.querySelector('.shell'))
  await Promise.race([router.load(), new Promise((over) => setTimeout(over, 1_000))])
// In a transition, React yields to the browser every few milliseconds, so the first rendering does not block a slow phone.
startTransition(() =>
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  ),
)
