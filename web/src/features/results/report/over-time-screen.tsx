import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { listCare } from '#contract/care.ts'
import { readOwnTrends, type Trend } from '#contract/trends.ts'
import { queryFor } from '../../../api/queries.ts'
import { Screen } from '../../../screen/screen.tsx'
import { SelectField } from '../../../ui/fields.tsx'
import { CumulativeReport } from './cumulative-report.tsx'
import { Quantities } from './person-trends.tsx'
import { isFlagged, plainName } from './report-summary.ts'

/** For a patient: every quantity that was reported of a person over time, those outside their interval first. */
export function OverTimeScreen({ person }: { person: string | undefined }) {
  const navigate = useNavigate()
  const { data: care } = useQuery(queryFor(listCare))
  const people = care?.people ?? []
  const holder = people.find(({ kind }) => kind === 'self') ?? people[0]
  const id = person ?? holder?.id
  const trends = useQuery({
    ...queryFor(readOwnTrends, { params: { id: id ?? '' } }),
    enabled: id !== undefined,
    select: (all) => all.toSorted((a, b) => Number(isOutside(b)) - Number(isOutside(a))),
  })
  return (
    <Screen
      measure="text"
      title={t`Results over time`}
      about={t`Each value that was measured, with the one before it. Those outside their usual range come first.`}
    >
      {people.length > 1 && (
        <SelectField
          name="person"
          label={t`Of`}
          value={id}
          options={people.map(({ id: value, fullName }) => ({ value, label: fullName }))}
          onChange={({ currentTarget: { value } }) =>
            void navigate({ to: '/patient-dashboard/over-time', search: { person: value }, replace: true })
          }
        />
      )}
      <Quantities
        trends={care && !id ? { ...trends, data: [] } : trends}
        none={t`No measured values were released so far.`}
        nameOf={plainName}
      />
      {id !== undefined && trends.data && trends.data.length > 0 && (
        <CumulativeReport key={id} id={id} of="own" />
      )}
    </Screen>
  )
}

const isOutside = ({ points }: Trend): boolean => points.slice(-1).some(isFlagged)
