import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { readProfile } from '#contract/access.ts'
import type { StatusFilter, VisitOrigin } from '#contract/visit-states.ts'
import { queryFor } from '../../api/queries.ts'
import type { AppointmentsNarrowed } from './list-search.ts'

/** Ways to what stands behind a figure elsewhere. Whoever may not open it reads the same words without a link. */

function useMayOpenAppointments(): boolean {
  const { data: me } = useQuery(queryFor(readProfile))
  return me?.permissions.includes('appointments') ?? false
}

export function ToAppointments({
  search,
  children,
}: {
  search: Partial<AppointmentsNarrowed> & { status?: StatusFilter; kind?: VisitOrigin }
  children: ReactNode
}) {
  if (!useMayOpenAppointments()) return children
  return (
    <Link to="/manager-dashboard/appointments" search={search}>
      {children}
    </Link>
  )
}

export function ToFloor({ site, children }: { site: string | undefined; children: ReactNode }) {
  if (!useMayOpenAppointments()) return children
  return (
    <Link to="/manager-dashboard/floor" search={{ site }}>
      {children}
    </Link>
  )
}

export function ToVisit({ id, children }: { id: string; children: ReactNode }) {
  if (!useMayOpenAppointments()) return children
  return (
    <Link to="/appointments/$id" params={{ id }}>
      {children}
    </Link>
  )
}
