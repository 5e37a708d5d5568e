import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { ResponseOf } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import type { searchPatients } from '#contract/patients.ts'
import type { Technician } from '#contract/technicians.ts'
import type { ApiError } from '../../../api/api-error.ts'
import { browserZone, dayOf, sayDay } from '../../../lib/times.ts'
import { translated } from '../../../lib/translated.ts'
import { Loaded } from '../../../screen/rows.tsx'
import { useNow } from '../../../ui/use-now.ts'

/** So many of each; a link leads to all of them. */
const most = 5

/** Who works here and who comes, the newest of them. */
export function PeopleLists({
  technicians,
  patients,
}: {
  technicians: UseQueryResult<readonly Technician[], ApiError>
  patients: UseQueryResult<ResponseOf<typeof searchPatients>, ApiError>
}) {
  const now = useNow()
  const zone = browserZone()
  return (
    <div className="cols-fit-400 grid gap-8 border-t py-8">
      <People
        title={t`Technicians`}
        all={
          <Link to="/manager-dashboard/technicians">
            <Trans>All technicians</Trans>
          </Link>
        }
        query={technicians}
        failure={translated(messages.lists.techniciansFailure)}
        none={translated(messages.lists.noStaff)}
        read={(all) =>
          newest(all).map(({ id, fullName, specialties, status }) => ({
            id,
            name: (
              <Link to="/manager-dashboard/technicians/$id" params={{ id }}>
                {fullName}
              </Link>
            ),
            about: status === 'Active' ? specialties.slice(0, 2).join(', ') : status,
          }))
        }
      />
      <People
        title={t`Patients`}
        all={
          <Link to="/manager-dashboard/patients">
            <Trans>All patients</Trans>
          </Link>
        }
        query={patients}
        failure={translated(messages.lists.patientsFailure)}
        none={translated(messages.lists.noPatients)}
        read={(all) =>
          all.rows.map(({ id, number, fullName, since }) => ({
            id,
            name: (
              <Link
                to={number === null ? '/manager-dashboard/patients/$id' : '/manager-dashboard/people/$id'}
                params={{ id }}
              >
                {fullName}
              </Link>
            ),
            about: t`since ${sayDay(dayOf(since, zone), dayOf(now, zone))}`,
          }))
        }
      />
    </div>
  )
}

/** Ids are made in the order of time. */
function newest(technicians: readonly Technician[]): Technician[] {
  return technicians
    .filter(({ status }) => status !== 'Deactivated')
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, most)
}

function People<T>({
  title,
  all,
  query,
  failure,
  none,
  read,
}: {
  title: string
  all: ReactNode
  query: UseQueryResult<T, ApiError>
  failure: string
  none: string
  read: (data: T) => readonly { id: string; name: ReactNode; about: string }[]
}) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <div className="flex items-baseline justify-between gap-3">
        <h2 id={titleId} className="text-xl">
          {title}
        </h2>
        <span className="tap">{all}</span>
      </div>
      <Loaded query={query} failure={failure}>
        {(data) => {
          const people = read(data)
          if (people.length === 0) return <p className="hint wrap-anywhere">{none}</p>
          return (
            <ul className="list-none">
              {people.map(({ id, name, about }) => (
                <li
                  key={id}
                  className="wrap-anywhere flex flex-wrap items-baseline justify-between gap-x-4 border-b py-3"
                >
                  <strong>{name}</strong>
                  <span className="hint wrap-anywhere">{about}</span>
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </section>
  )
}
