import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import type { NavigateOptions } from '@tanstack/react-router'
import { listTasks } from '#contract/bench.ts'
import { type Appointment, appointmentTasks } from '#contract/booking.ts'
import { readCatalogue } from '#contract/catalogue.ts'
import { searchPeople } from '#contract/people.ts'
import { may } from '#contract/permissions.ts'
import { catalogueTests } from '#contract/sites.ts'
import { listTechnicians } from '#contract/technicians.ts'
import { visitStateLabels } from '#contract/visit-states.ts'
import { queryFor, searchFor } from '../../../../api/queries.ts'
import { spaced } from '../../../../lib/accession.ts'
import { sayWhen } from '../../../../lib/times.ts'
import { translated } from '../../../../lib/translated.ts'
import { useNow } from '../../../../ui/use-now.ts'
import type { Viewer } from '../entries.ts'
import { type Destination, destinationsFor, groupNames, matching } from './destinations.ts'

export type Hit = { id: string; label: string; detail?: string; link: NavigateOptions }
export type HitGroup = { name: string; hits: readonly Hit[] }

/** Of each group; who is looked for among more types more of the name. */
const most = 5

/**
 * What the palette shows for what was typed: destinations at once, and below them what the server finds for `settled`, which
 * lags behind while somebody types. Only searches that this person's permissions allow are made. What they find is shown
 * together, when all have answered: Enter must not open a hit of the text before, nor one that a later answer moved.
 */
export function usePaletteHits(
  me: Viewer,
  { typed, settled, enabled }: { typed: string; settled: string; enabled: boolean },
): { groups: HitGroup[]; pending: boolean; failure: string | null } {
  const now = useNow()
  const opensRecords = may(me, 'patients')
  const keepsCatalogue = may(me, 'catalogue')
  const managesStaff = may(me, 'people')
  const people = useQuery({
    ...searchFor(searchPeople, { query: { search: settled } }),
    enabled: enabled && opensRecords,
  })
  const visits = useQuery({
    ...searchFor(appointmentTasks, { query: { search: settled, limit: most } }),
    enabled,
  })
  const tasks = useQuery({
    ...searchFor(listTasks, { query: { search: settled, limit: 2 * most } }),
    enabled,
  })
  const catalogue = useQuery({ ...queryFor(readCatalogue), enabled: enabled && keepsCatalogue })
  const bookable = useQuery({ ...queryFor(catalogueTests), enabled })
  const staff = useQuery({ ...queryFor(listTechnicians), enabled: enabled && managesStaff })

  const visitLink = ({ id }: Appointment): NavigateOptions =>
    may(me, 'appointments')
      ? { to: '/appointments/$id', params: { id } }
      : { to: '/collect/$visitId', params: { visitId: id } }
  const destinations = Map.groupBy(matching(destinationsFor(me), typed), ({ group }) => group)
  const samples = new Map((tasks.data?.rows ?? []).map((task) => [task.accession, task]))
  const groups: HitGroup[] = [
    ...(Object.keys(groupNames) as Destination['group'][]).map((name) => ({
      name: groupNames[name],
      hits: (destinations.get(name) ?? []).map(({ label, link }) => ({
        id: `${name} ${label}`,
        label,
        link,
      })),
    })),
    {
      name: t`People`,
      hits: (people.data?.people ?? []).slice(0, most).map(({ id, fullName, number, age, sex }) => ({
        id: `person ${id}`,
        label: fullName,
        detail: `${sex === 'male' ? t`Male` : t`Female`}, ${age} · ${number}`,
        link: { to: '/manager-dashboard/people/$id', params: { id } },
      })),
    },
    {
      name: t`Technicians`,
      hits: named(staff.data ?? [], typed, ({ fullName }) => fullName).map(({ id, fullName, status }) => ({
        id: `technician ${id}`,
        label: fullName,
        detail: status,
        link: { to: '/manager-dashboard/technicians/$id', params: { id } },
      })),
    },
    {
      name: t`Visits`,
      hits: (visits.data?.appointments ?? []).map((visit) => ({
        id: `visit ${visit.id}`,
        label: visit.patientDetails.fullName,
        detail: `${translated(visitStateLabels[visit.status])}, ${sayWhen(visit.scheduledDate, visit.site.timeZone, now)} · ${visit.reference}`,
        link: visitLink(visit),
      })),
    },
    {
      name: t`Reports`,
      hits: (visits.data?.appointments ?? [])
        .filter(({ status }) => status === 'completed')
        .map(({ id, patientDetails, reference }) => ({
          id: `report ${id}`,
          label: t`Report of ${patientDetails.fullName}`,
          detail: reference,
          link: { to: '/reports/$visitId', params: { visitId: id } },
        })),
    },
    {
      name: t`Samples`,
      hits: [...samples.values()].slice(0, most).map(({ accession, patient, title }) => ({
        id: `sample ${accession}`,
        label: spaced(accession),
        detail: `${patient.fullName} · ${title}`,
        link: { to: '/sample/$accession', params: { accession } },
      })),
    },
    {
      name: t`Tests`,
      hits: [
        ...named(
          catalogue.data?.tests ?? [],
          typed,
          ({ name, label, code }) => `${name} ${label} ${code}`,
        ).map(({ code, label }) => ({
          id: `test ${code}`,
          label,
          detail: t`In the catalogue`,
          link: { to: '/manager-dashboard/catalogue/tests/$code', params: { code } } as const,
        })),
        ...named(bookable.data ?? [], typed, ({ name, label }) => `${name} ${label}`).map(
          ({ name, label }) => ({
            id: `worklist ${name}`,
            label,
            detail: t`Worklist`,
            link: { to: '/worklist', search: { test: name } } as const,
          }),
        ),
      ],
    },
  ]
  const searches = [people, visits, tasks, catalogue, bookable, staff]
  const pending = enabled && (typed !== settled || searches.some(({ isLoading }) => isLoading))
  return {
    groups: groups
      .map(({ name, hits }, index) => ({ name, hits: index < 3 || (enabled && !pending) ? hits : [] }))
      .filter(({ hits }) => hits.length > 0),
    pending,
    failure:
      enabled && searches.some(({ error }) => error)
        ? t`Not everything could be searched. Check your connection and type again.`
        : null,
  }
}

/** The first few whose text has every typed word at the beginning of a word. */
function named<T>(all: readonly T[], typed: string, textOf: (one: T) => string): T[] {
  const sought = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return all
    .filter((one) => {
      const words = textOf(one)
        .toLowerCase()
        .split(/[\s,()/-]+/)
      return sought.every((begin) => words.some((word) => word.startsWith(begin)))
    })
    .slice(0, most)
}
