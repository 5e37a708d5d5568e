import { t } from '@lingui/core/macro'
import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { keyOf } from '../../api/queries.ts'
import { sessionToken } from '../../api/session.ts'
import { forgetForms, keepForms } from '../../ui/kept-forms.ts'
import { toast } from '../../ui/toast.tsx'

/** Whose forms are kept. */
let owner: string | undefined

/**
 * The server no longer knows our session: says so and leads to the log-in page and back. What stands in a form is kept
 * in memory until the same person is back. A screen that needs no account stays where it is.
 */
export async function sessionEnded(router: AnyRouter, queryClient: QueryClient): Promise<void> {
  toast('warning', t`You were logged out. Please log in again.`)
  owner = queryClient.getQueryData<{ id: string }>(keyOf(readProfile))?.id
  keepForms()
  await leave(router)
  // After the screen is gone: one that is still there would ask for its data anew, and show the refusal.
  queryClient.clear()
}

/** Another tab signed in or out. What was read for one person is not shown to the next. */
export async function sessionChangedElsewhere(router: AnyRouter, queryClient: QueryClient): Promise<void> {
  if (!needsAccount(router)) return queryClient.resetQueries()
  if (sessionToken()) return location.reload()
  await leave(router)
  queryClient.clear()
}

async function leave(router: AnyRouter): Promise<void> {
  if (!needsAccount(router)) return
  await router.navigate({ to: '/login', search: { from: router.latestLocation.href } })
}

const needsAccount = (router: AnyRouter) =>
  !router.matchRoutes(router.latestLocation).some((match) => match.routeId === '/_public')

/** Somebody signed in: what another person had typed is thrown away. */
export function claimForms(accountId: string): void {
  if (accountId !== owner) forgetForms()
}
