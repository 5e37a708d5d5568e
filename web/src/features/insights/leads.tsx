import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { StatusFilter, VisitOrigin } from '#contract/visit-states.ts'
import { useMay } from '../../api/use-may.ts'
import type { AppointmentsNarrowed, ListSearch } from './list-search.ts'

/** Makes a name a link to the list behind its figure. People who may not open the list see the name without a link. */
export type Lead = (name: ReactNode) => ReactNode

export type ListBehind = 'booked' | 'open' | 'rejections' | 'samples' | 'served' | 'tasks' | 'waits'

export const toList =
  (list: ListBehind, search: Partial<ListSearch>): Lead =>
  (name) => (
    <Link to={`/manager-dashboard/insights/${list}`} search={search}>
      {name}
    </Link>
  )

export const toAppointments =
  (search: Partial<AppointmentsNarrowed> & { status?: StatusFilter; kind?: VisitOrigin }): Lead =>
  (name) => (
    <OfAppointments without={name}>
      <Link to="/manager-dashboard/appointments" search={search}>
        {name}
      </Link>
    </OfAppointments>
  )

export const toFloor =
  (site: string | undefined): Lead =>
  (name) => (
    <OfAppointments without={name}>
      <Link to="/manager-dashboard/floor" search={{ site }}>
        {name}
      </Link>
    </OfAppointments>
  )

export const ToVisit = ({ id, children }: { id: string; children: ReactNode }) => (
  <OfAppointments without={children}>
    <Link to="/appointments/$id" params={{ id }}>
      {children}
    </Link>
  </OfAppointments>
)

/** For those who may open appointments; `without` for the others. */
function OfAppointments({ without, children }: { without: ReactNode; children: ReactNode }) {
  return useMay('appointments') ? children : without
}
