import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import { listPatientVisits, type PatientVisit } from '#contract/patients.ts'
import type { listPersonVisits } from '#contract/people.ts'
import { visitStateLabels } from '#contract/visit-states.ts'
import { queryFor } from '../../api/queries.ts'
import { useNamesSite } from '../../api/use-names-site.ts'
import { sayWhen } from '../../lib/times.ts'
import { visitTones } from '../../lib/visit-tones.ts'
import { Badge } from '../../ui/badge.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { useKeyPages } from '../../ui/use-key-pages.ts'
import { useNow } from '../../ui/use-now.ts'

const pageSize = 10

/** The visits of a patient, or of a person, latest first, with the ways to the appointment and to its results. */
export function VisitsTable({
  id,
  name,
  of = listPatientVisits,
}: {
  id: string
  name: string
  of?: typeof listPatientVisits | typeof listPersonVisits
}) {
  const { cursor, pager } = useKeyPages(id)
  const visits = useQuery({
    ...queryFor(of, { params: { id }, query: { limit: pageSize, cursor } }),
    placeholderData: keepPreviousData,
  })
  const columns = useColumns(name)
  if (visits.error) return <p role="alert">The visits could not be read: {visits.error.message}</p>
  if (!visits.data) return <SkeletonLines count={4} says={messages.loading.any} />
  return (
    <>
      <DataTable
        caption="Visits, latest first"
        columns={columns}
        rows={visits.data.rows}
        rowKey={(visit) => visit.id}
        empty={<p>No visit yet.</p>}
      />
      <Pager {...pager(visits.data.nextCursor)} />
    </>
  )
}

function useColumns(name: string): Column<PatientVisit>[] {
  const now = useNow()
  const namesSite = useNamesSite()
  return [
    {
      header: 'Visit',
      cell: ({ id, startsAt, site, reference, fullName }) => (
        <>
          <Link to="/appointments/$id" params={{ id }} className="whitespace-nowrap">
            {sayWhen(startsAt, site.timeZone, now)}
          </Link>
          <span className="block text-s">
            {reference}
            {namesSite(site.id) && `, ${site.name}`}
            {fullName.toLowerCase() !== name.toLowerCase() && `, for ${fullName}`}
          </span>
        </>
      ),
    },
    { header: 'Test Type', cell: ({ tests }) => tests.join(', ') },
    {
      header: 'Status',
      cell: ({ status }) => <Badge tone={visitTones[status]}>{visitStateLabels[status]}</Badge>,
    },
    {
      header: 'Results',
      cell: ({ id, samples, reportedAt, site }) => (
        <>
          {reportedAt && (
            <Link to="/reports/$visitId" params={{ visitId: id }} className="whitespace-nowrap">
              Report of {sayWhen(reportedAt, site.timeZone, now)}
            </Link>
          )}
          {samples.map((accession) => (
            <span key={accession} className="block whitespace-nowrap text-s">
              <Link to="/sample/$accession" params={{ accession }}>
                {accession}
              </Link>
            </span>
          ))}
          {samples.length === 0 && !reportedAt && '—'}
        </>
      ),
    },
  ]
}
