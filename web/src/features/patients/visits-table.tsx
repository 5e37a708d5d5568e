import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { listPatientVisits, type PatientVisit } from '#contract/patients.ts'
import type { listPersonVisits } from '#contract/people.ts'
import { visitStateLabels } from '#contract/visit-states.ts'
import { useNamesSite } from '../../api/use-names-site.ts'
import { sayWhen } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { visitTones } from '../../lib/visit-tones.ts'
import { List } from '../../screen/list.tsx'
import { useList } from '../../screen/use-list.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { useNow } from '../../ui/use-now.ts'

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
  return (
    <List
      list={useList(of, { params: { id }, query: { limit: 10 } })}
      failure={t`The visits could not be read`}
      caption={t`Visits, latest first`}
      columns={useColumns(name)}
      rowKey={(visit) => visit.id}
      empty={t`No visit yet.`}
    />
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
          <Link to="/appointments/$id" params={{ id }}>
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
            <Link to="/reports/$visitId" params={{ visitId: id }}>
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
