import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Figures as AllFigures } from '#contract/insights.ts'
import { ChartEmpty } from '../../ui/charts/chart-figure.tsx'
import { StackedBars } from '../../ui/charts/stacked-bars.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { ListSearch } from './list-search.ts'
import { sayCount, sayShare } from './number-words.ts'
import { Section } from './section.tsx'
import type { Shown } from './shown.ts'

type Person = AllFigures['staff'][number]

/** Who did how much, and how full their time at a desk was. */
export function StaffSection({ shown }: { shown: Shown }) {
  const { now, was, before, behind } = shown
  const comparison = { earlier: new Map(was.staff.map((one) => [one.person.id, one])), before, behind }
  return (
    <Section
      id="staff"
      title={t`Staff`}
      about={t`What each person did, of all tests and priorities. A number says how much came their way, not how well they work.`}
    >
      {now.staff.length === 0 ? (
        <ChartEmpty title={t`Output`}>
          <Trans>Nobody collected, completed or served anything in this period.</Trans>
        </ChartEmpty>
      ) : (
        <DataTable
          caption={t`What each person did, most work first`}
          rows={now.staff}
          rowKey={({ person }) => person.id}
          empty={null}
          columns={[
            { header: t`Person`, cell: ({ person }) => personLink(person, behind) },
            counted(t`Samples`, ({ collected }) => collected, {
              ...comparison,
              to: '/manager-dashboard/insights/samples',
            }),
            counted(t`Completed`, ({ completed }) => completed, {
              ...comparison,
              to: '/manager-dashboard/insights/tasks',
              work: 'completed',
            }),
            counted(t`Released`, ({ released }) => released, {
              ...comparison,
              to: '/manager-dashboard/insights/tasks',
              work: 'released',
            }),
            counted(t`Served`, ({ served }) => served, {
              ...comparison,
              to: '/manager-dashboard/insights/served',
            }),
            {
              header: t`At a desk`,
              align: 'end',
              cell: ({ person, deskMinutes, servingMinutes }) =>
                deskMinutes === 0 ? (
                  '–'
                ) : (
                  <>
                    <span className="figures">
                      <Trans>{sayCount(Math.round(deskMinutes / 60))} h</Trans>
                    </span>
                    <span className="hint block">
                      <Link to="/manager-dashboard/insights/served" search={workOf(person, behind)}>
                        <Trans>{sayShare(Math.min(1, servingMinutes / deskMinutes))} with a patient</Trans>
                        <HiddenName>{person.fullName}</HiddenName>
                      </Link>
                    </span>
                  </>
                ),
            },
          ]}
        />
      )}
    </Section>
  )
}

/** A list narrowed to one person is of every test: the figures are. */
const workOf = (person: Person['person'], behind: ListSearch): ListSearch => ({
  ...behind,
  test: undefined,
  priority: undefined,
  person: person.id,
})

const personLink = (person: Person['person'], behind: ListSearch) => (
  <Link to="/manager-dashboard/insights/tasks" search={workOf(person, behind)}>
    {person.fullName}
  </Link>
)

/** Whose it is, for those who hear the links of a table one after the other. */
const HiddenName = ({ children }: { children: string }) => (
  <span className="visually-hidden">
    {' '}
    <Trans>by {children}</Trans>
  </span>
)

function counted(
  header: string,
  read: (person: Person) => number,
  {
    earlier,
    before,
    behind,
    to,
    work,
  }: {
    earlier: ReadonlyMap<string, Person>
    before: string
    behind: ListSearch
    /** The list of the rows that are counted. */
    to: `/manager-dashboard/insights/${'samples' | 'tasks' | 'served'}`
    work?: ListSearch['work']
  },
) {
  return {
    header,
    align: 'end' as const,
    cell: (person: Person) => {
      const known = earlier.get(person.person.id)
      const was = known ? read(known) : 0
      if (read(person) === 0 && was === 0) return '–'
      const said = <span className="figures">{sayCount(read(person))}</span>
      return (
        <>
          {read(person) === 0 ? (
            said
          ) : (
            <Link to={to} search={{ ...workOf(person.person, behind), work }}>
              {said}
              <HiddenName>{person.person.fullName}</HiddenName>
            </Link>
          )}
          <span className="hint block">
            <Trans>
              {sayCount(was)} before<span className="visually-hidden">, in {before}</span>
            </Trans>
          </span>
        </>
      )
    },
  }
}

/** What each did, as a short drawing. */
export function StaffBars({ shown, most }: { shown: Shown; most: number }) {
  const { now, behind } = shown
  const staff = now.staff.slice(0, most)
  if (staff.length === 0) {
    return (
      <ChartEmpty title={t`Staff output`}>
        <Trans>Nobody has worked on a sample in this period.</Trans>
      </ChartEmpty>
    )
  }
  return (
    <StackedBars
      title={t`Staff output`}
      nameOf={t`Person`}
      partNames={[t`Samples collected`, t`Tests completed`, t`Tests released`]}
      totalName={t`All`}
      say={sayCount}
      stacks={staff.map((one) => ({
        key: one.person.id,
        name: one.person.fullName,
        label: personLink(one.person, behind),
        parts: [one.collected, one.completed, one.released],
        total: sayCount(one.collected + one.completed + one.released),
      }))}
    />
  )
}
