import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import { listPatientVisits, type PatientVisit } from '#contract/patients.ts'
import type { listPersonVisits } from '#contract/people.ts'
import { visitStateLabels } from '#contract/visit-states.ts'
import { queryFor } from '../../api/queries.ts'
import { useNamesSite } from '../../api/use-names-site.ts'
import { sayWhen } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
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
  if (visits.error)
    return (
      <p role="alert">
        <Trans>The visits could not be read: {visits.error.message}</Trans>
      </p>
    )
  if (!visits.data) return <SkeletonLines count={4} says={translated(messages.loading.any)} />
  return (
    <>
      <DataTable
        caption={t`Visits, latest first`}
        columns={columns}
        rows={visits.data.rows}
        rowKey={(visit) => visit.id}
        empty={
          <p>
            <Trans>No visit yet.</Trans>
          </p>
        }
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
      header: t`Visit`,
      cell: ({ id, startsAt, site, reference, fullName }) => (
        <>
          <Link to="/appointments/$id" params={{ id }} className="whitespace-nowrap">
            {sayWhen(startsAt, site.timeZone, now)}
          </Link>
          <span className="block text-s">
            {[
              reference,
              namesSite(site.id) && site.name,
              fullName.toLowerCase() !== name.toLowerCase() && t`for ${fullName}`,
            ]
              .filter(Boolean)
              .join(', ')}
          </span>
        </>
      ),
    },
    { header: t`Test Type`, cell: ({ tests }) => tests.join(', ') },
    {
      header: t`Status`,
      cell: ({ status }) => <Badge tone={visitTones[status]}>{translated(visitStateLabels[status])}</Badge>,
    },
    {
      header: t`Results`,
      cell: ({ id, samples, reportedAt, site }) => (
        <>
          {reportedAt && (
            <Link to="/reports/$visitId" params={{ visitId: id }} className="whitespace-nowrap">
              <Trans>Report of {sayWhen(reportedAt, site.timeZone, now)}</Trans>
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
