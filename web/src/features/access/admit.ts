import { t } from '@lingui/core/macro'
import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import type { Profile } from '#contract/access.ts'
import { readProfile } from '#contract/access.ts'
import { messages } from '#contract/messages.ts'
import { roles as everyone, type Role } from '#contract/options.ts'
import type { Permission } from '#contract/permissions.ts'
import { laboratory } from '#contract/sites.ts'
import { ApiError } from '../../api/api-error.ts'
import { isLost } from '../../api/connection.ts'
import { queryFor, triesAgain } from '../../api/queries.ts'
import { sessionToken } from '../../api/session.ts'
import { sayList } from '../../lib/locale.ts'
import { homeOf } from '../../lib/role-home.ts'
import { firstOpen, permissionFor } from '../../lib/sections.ts'
import { loadStaffWords } from '../../lib/staff-words.ts'
import { translated } from '../../lib/translated.ts'
import { writeCellCounts } from '../../lib/units.ts'
import { followLanguage } from './follow-language.ts'

type Visit = { context: { queryClient: QueryClient }; location: { href: string; pathname: string } }

/**
 * The guard of an area: lets people of the given roles in. Others go to their own area, which tells them why, strangers to
 * the log-in page, which brings them back. Only what is shown depends on it: the server checks every call by itself.
 */
export async function admit(
  { context, location }: Visit,
  roles: readonly Role[] = everyone,
  permission?: Permission,
): Promise<Profile> {
  const profile = await whoIsHere(context.queryClient)
  if (!profile) throw redirect({ to: '/login', search: { from: location.href } })
  leadToSecurity(profile, location.pathname)
  if (!roles.includes(profile.role)) {
    throw redirect({ to: homeOf(profile.role) ?? '/not-authorized', state: { notice: sayWrongRole(roles) } })
  }
  if (permission && !profile.permissions.includes(permission)) throw redirect({ to: '/not-authorized' })
  return profile
}

/**
 * The guard of the manager's area: lets managers in, and staff where a permission of theirs opens a part of it. The
 * dashboard is the managers' own: from there staff are led to their first part. Everybody else is told on the log-in page.
 */
export async function admitManager({ context, location }: Visit): Promise<Profile> {
  const cameWithToken = sessionToken() !== null
  const profile = await whoIsHere(context.queryClient)
  if (profile) leadToSecurity(profile, location.pathname)
  if (profile?.role === 'admin') return profile
  const first = profile?.role === 'technician' ? firstOpen(profile.permissions) : null
  if (profile && first !== null) {
    const opens = permissionFor(location.pathname)
    if (opens !== null && profile.permissions.includes(opens)) return profile
    if (!isDashboard(location.pathname)) throw redirect({ to: '/not-authorized' })
    throw redirect({
      to: first,
      state: {
        notice: t`The managers’ dashboard is for managers. Your permissions open this part of their area.`,
      },
    })
  }
  // Whose session has just ended is told so already.
  const ended = cameWithToken && !profile
  throw redirect({
    to: '/login',
    search: { from: location.href },
    ...(!ended && { state: { notice: translated(messages.login.adminOnly) } }),
  })
}

/** An account without the second factor that the laboratory requires is redirected to its set-up. */
function leadToSecurity({ needsSecondFactor }: Profile, pathname: string): void {
  if (needsSecondFactor && pathname !== '/security') throw redirect({ to: '/security' })
}

const isDashboard = (pathname: string): boolean => /^\/manager-dashboard\/?$/.test(pathname)

const peopleOfRole: Readonly<Record<Role, string>> = {
  user: t`patients`,
  technician: t`technicians`,
  admin: t`managers`,
  clinician: t`clinicians`,
}

/** Why somebody of another role is on their dashboard and not on the page that they asked for. */
function sayWrongRole(roles: readonly Role[]): string {
  const people = sayList(roles.map((role) => peopleOfRole[role]))
  return t`This page is for ${people}. You are on your dashboard.`
}

async function whoIsHere(queryClient: QueryClient): Promise<Profile | null> {
  if (!sessionToken()) return null
  // Asked for together with the profile: almost every screen needs both.
  const facts = { ...queryFor(laboratory), networkMode: 'always' } as const
  void queryClient.prefetchQuery(facts)
  try {
    const profile = await readOrRestoreProfile(queryClient)
    if (!isLost()) await followLanguage(profile)
    if (profile.role !== 'user') {
      const [known] = await Promise.all([
        // Without an answer, counts of cells are written as they are by default: the number is the same.
        queryClient.ensureQueryData(facts).catch(() => null),
        loadStaffWords(),
      ])
      if (known) writeCellCounts(known.cellCounts)
    }
    return profile
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_signed_in') return null
    throw error
  }
}

/** Without a connection, restores the profile and the other answers that this browser has kept. */
async function readOrRestoreProfile(queryClient: QueryClient): Promise<Profile> {
  // By default, a query waits while the browser reports no network.
  const query = { ...queryFor(readProfile), networkMode: 'always' } as const
  try {
    return await queryClient.ensureQueryData({
      ...query,
      retry: (failures, error) => !isLost() && triesAgain(failures, error),
    })
  } catch (error) {
    if (!isLost()) throw error
    const { restoreAnswers } = await import('../../api/kept-answers.ts')
    await restoreAnswers(queryClient)
    return queryClient.ensureQueryData(query)
  }
}
