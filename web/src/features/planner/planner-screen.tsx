import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { plannerDay } from '#contract/planner.ts'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from '../../api/queries.ts'
import { useSeenSites } from '../../api/use-seen-sites.ts'
import { addDays, dayOf, longDay } from '../../lib/times.ts'
import { useAddress } from '../../screen/address.ts'
import { Screen } from '../../screen/screen.tsx'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Failed } from '../../ui/failed.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { type Changes, noChanges } from './changes.ts'
import { ChangesForm } from './changes-form.tsx'
import { changedDay } from './plan-changes.ts'
import type { PlannerDay } from './planner-day.ts'
import { PlannerExample } from './planner-example.tsx'
import { changesOf, type PlannerSearch, plannerAddress, searchOf } from './planner-search.ts'
import { Results } from './results.tsx'
import { RosterSearch } from './roster-search.tsx'
import { sayChanges } from './say-changes.ts'
import { usePlayed } from './use-planner-worker.ts'

/** Where a weekday has no hours. */
const usualHours = { from: 7 * 60, until: 19 * 60 }

/** A day as it was beside the same day with other people, hours, chairs or demand. */
export function PlannerScreen() {
  const [search, set] = useAddress(plannerAddress, { replace: true })
  const { data: lab } = useSuspenseQuery(queryFor(laboratory))
  const sites = useSeenSites(lab.sites)
  const site = sites.find(({ id }) => id === search.site) ?? sites[0]
  const today = dayOf(useNow(), site?.timeZone ?? 'UTC')
  const day = search.day ?? today
  const query = useQuery(
    queryFor(plannerDay, { query: { day, ...(search.site && { siteId: search.site }) } }),
  )
  return (
    <Screen
      title={t`Planner`}
      about={t`How a day would have gone with other people, hours, chairs or demand. It is simulated many times, as it was and as you change it.`}
    >
      <div className="mb-6 flex flex-wrap items-end gap-x-4 gap-y-3 print:hidden">
        <DateField
          name="day"
          label={t`Day`}
          max={today}
          value={day}
          onChange={(next) => {
            if (next) set({ day: next })
          }}
        />
        <div className="flex gap-2 [&_button[aria-pressed='true']]:border-vial [&_button[aria-pressed='true']]:bg-vial-soft">
          <DayButton day={today} chosen={day} onDay={(next) => set({ day: next })}>
            <Trans>Today</Trans>
          </DayButton>
          <DayButton day={addDays(today, -1)} chosen={day} onDay={(next) => set({ day: next })}>
            <Trans>Yesterday</Trans>
          </DayButton>
        </div>
        {sites.length > 1 && (
          <SelectField
            name="site"
            label={t`Site`}
            value={site?.id ?? ''}
            options={sites.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={({ target }) => set({ site: target.value })}
          />
        )}
      </div>
      {query.data ? (
        <Planned key={`${day} ${query.data.site.id}`} day={query.data} search={search} set={set} />
      ) : query.error ? (
        <Failed
          error={query.error}
          failure={t`The day could not be loaded`}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <SkeletonLines count={8} says={t`Loading the day...`} />
      )}
    </Screen>
  )
}

function DayButton({
  day,
  chosen,
  onDay,
  children,
}: {
  day: string
  chosen: string
  onDay: (day: string) => void
  children: ReactNode
}) {
  return (
    <Button aria-pressed={day === chosen} onClick={() => onDay(day)}>
      {children}
    </Button>
  )
}

function Planned({
  day,
  search,
  set,
}: {
  day: PlannerDay
  search: PlannerSearch
  set: (search: PlannerSearch) => void
}) {
  const hours = day.hours ?? usualHours
  const { plan } = day
  const written = JSON.stringify(searchOf({ day: undefined, site: undefined }, changesOf(search)))
  const changes = useMemo(() => changesOf(JSON.parse(written) as PlannerSearch), [written])
  const changed = useMemo(() => changedDay(plan, changes, hours), [plan, changes, hours])
  const searched = useMemo(
    () => changedDay(plan, { ...changes, people: [], roster: null }, hours),
    [plan, changes, hours],
  )
  const isChanged = sayChanges(changes) !== null
  const before = usePlayed(plan)
  const after = usePlayed(changed)
  const change = (next: Partial<Changes>) => set(searchOf(search, { ...changes, ...next }))
  return (
    <>
      <AboutDay day={day} />
      {!isChanged && <PlannerExample plan={plan} hours={hours} onTry={change} />}
      <div className="grid grid-cols-[minmax(0,340px)_minmax(0,1fr)] items-start gap-x-10 gap-y-8 max-lg:grid-cols-1 print:block">
        <div className="grid grid-cols-1 gap-10 max-lg:contents print:hidden max-lg:[&>:last-child]:order-2">
          <ChangesForm plan={plan} changed={changed} changes={changes} hours={hours} onChange={change} />
          <RosterSearch
            plan={searched}
            was={plan}
            hours={{ from: changes.opens ?? hours.from, until: changes.closes ?? hours.until }}
            onApply={(roster) => change({ roster, people: [] })}
          />
        </div>
        <Results
          seen={day.seen}
          plans={{ before: plan, after: changed }}
          before={before}
          after={after}
          changes={isChanged ? changes : null}
          onReset={() => set(searchOf(search, noChanges))}
        />
      </div>
    </>
  )
}

function AboutDay({ day }: { day: PlannerDay }) {
  const { came, expected, why, basis, bench } = day
  const people = (count: number) => (count === 1 ? t`1 person` : t`${count} people`)
  return (
    <section className="mb-8 max-w-[76ch] [&_h2]:mb-2 [&_h2]:text-xl" aria-labelledby="day-title">
      <h2 id="day-title">{longDay(day.day)}</h2>
      {basis === 'usual' ? (
        <Notice kind="warning">
          <p>
            <Trans>
              {why} Instead, an average laboratory is simulated, with about {people(came + expected)} visits a
              day. It is good for trying things out, but does not show this day.
            </Trans>
          </p>
        </Notice>
      ) : (
        <p>
          {expected > 0
            ? t`${people(came)} came, and about ${expected} more are expected today.`
            : t`${people(came)} came.`}{' '}
          <Trans>
            They arrive at the same minutes on every simulated day. How long each service takes is drawn from
            the times of such services here.
          </Trans>{' '}
          {bench === 'usual'
            ? t`The bench recorded too little, so an average bench is simulated. The time to the result is only an estimate.`
            : t`The bench is simulated with the people and times that it recorded.`}
        </p>
      )}
    </section>
  )
}
