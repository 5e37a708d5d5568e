import { Trans } from '@lingui/react/macro'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { EntryScreen } from './features/access/entry-screen.tsx'
import { logInHeading, signUpHeading } from './features/access/headings.ts'
import { guestHeading } from './features/booking/guest-heading.ts'
import { PublicFrame } from './features/frame/public-frame.tsx'
import { Page, PageHeader } from './ui/page.tsx'

/**
 * The frame and heading of the screens on which a first visit begins. Their documents show them until the scripts have arrived: on a
 * slow connection that takes seconds. The name of a document is that of its address: `book.html` is for `/book`.
 */
export async function firstPaints(): Promise<Record<string, string>> {
  const screens = {
    book: (
      <Page>
        <PageHeader {...guestHeading()} />
        <WithoutScript />
      </Page>
    ),
    login: <Entry {...logInHeading()} />,
    'sign-up': <Entry {...signUpHeading()} />,
  }
  const painted = Object.entries(screens).map(async ([name, screen]) => [
    name,
    await framed(`/${name}`, screen),
  ])
  return Object.fromEntries(await Promise.all(painted))
}

/** All other documents show the mark. */
export const Shell = () => (
  <main className="shell">
    <img src="/favicon.svg" alt="" width="48" height="48" />
    <p>Phial</p>
    <WithoutScript />
  </main>
)

const Entry = (heading: { title: string; about: string }) => (
  <EntryScreen {...heading}>
    <WithoutScript />
  </EntryScreen>
)

const WithoutScript = () => (
  <noscript>
    <p className="shell-note">
      <Trans>
        Booking, queues and results need JavaScript. The <a href="/">home page</a> works without it, and says
        how to reach the laboratory.
      </Trans>
    </p>
  </noscript>
)

/** The frame marks the link to the address that is open, so it needs a router. */
async function framed(path: string, screen: ReactNode): Promise<string> {
  const root = createRootRoute()
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({
        getParentRoute: () => root,
        path,
        component: () => <PublicFrame>{screen}</PublicFrame>,
      }),
    ]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  await router.load()
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
