import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '#contract/messages.ts'
import { copyWeek, type WeekOfShifts, weekOfShifts } from '#contract/shifts.ts'
import { laboratory } from '#contract/sites.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { useNamesSite } from '../../api/use-names-site.ts'
import { useSeenSites } from '../../api/use-seen-sites.ts'
import { addDays, dayOf, longDay, sayDay } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { firstWeekday, weekOf } from '../../lib/weeks.ts'
import { useAddress } from '../../screen/address.ts'
import { Screen } from '../../screen/screen.tsx'
import { useCall } from '../../screen/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { MicroscopeDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Failed } from '../../ui/failed.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '../../ui/icons.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { type Chosen, ShiftDialog } from './shift-dialog.tsx'
import { shiftsAddress } from './shifts-search.ts'
import { WeekDays } from './week-days.tsx'

/** Who works when, a week and a site at a time. */
export function ShiftsScreen() {
  const [search, set] = useAddress(shiftsAddress)
  const { data: lab } = useSuspenseQuery(queryFor(laboratory))
  const sites = useSeenSites(lab.sites)
  const site = sites.find(({ id }) => id === search.site) ?? sites[0]
  const today = dayOf(useNow(), site?.timeZone ?? 'UTC')
  const thisWeek = weekOf(today, firstWeekday(lab.weekStart))
  const from = weekOf(search.from ?? today, firstWeekday(lab.weekStart))
  const week = useQuery(
    queryFor(weekOfShifts, { query: { from, ...(search.site && { siteId: search.site }) } }),
  )
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const go = (to: string) => set({ from: to === thisWeek ? undefined : to })
  return (
    <Screen title={t`Shifts`} about={t`The week from ${longDay(from)} to ${longDay(addDays(from, 6))}.`}>
      <div className="mb-4 flex flex-wrap items-end gap-2">
        <Button icon aria-label={t`Previous week`} onClick={() => go(addDays(from, -7))}>
          <ChevronLeftIcon />
        </Button>
        <Button disabled={from === thisWeek} onClick={() => go(thisWeek)}>
          <Trans>This week</Trans>
        </Button>
        <Button icon aria-label={t`Next week`} onClick={() => go(addDays(from, 7))}>
          <ChevronRightIcon />
        </Button>
        {sites.length > 1 && (
          <SelectField
            name="site"
            label={t`Site`}
            value={week.data?.site.id ?? site?.id ?? ''}
            options={sites.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(event) => set({ site: event.currentTarget.value })}
          />
        )}
        {week.data && <CopyWeek week={week.data} from={from} />}
      </div>
      {week.data ? (
        <>
          <WeekDays week={week.data} today={today} onChoose={setChosen} />
          <People week={week.data} />
          {chosen && <ShiftDialog week={week.data} chosen={chosen} onClose={() => setChosen(null)} />}
        </>
      ) : week.error ? (
        <Failed
          error={week.error}
          failure={t`The shifts could not be loaded`}
          onRetry={() => void week.refetch()}
        />
      ) : (
        <SkeletonLines count={8} says={translated(messages.loading.any)} />
      )}
    </Screen>
  )
}

/** The week before, once more; what clashes with a shift of this one is left out. */
function CopyWeek({ week, from }: { week: WeekOfShifts; from: string }) {
  const before = addDays(from, -7)
  const copying = useCall(() => call(copyWeek, { body: { siteId: week.site.id, from: before, to: from } }), {
    saysRefusal: true,
  })
  return (
    <Button pending={copying.isPending} pendingText={t`Copying…`} onClick={() => copying.mutate()}>
      <Trans>Copy the previous week</Trans>
    </Button>
  )
}

type Person = WeekOfShifts['people'][number]

const elsewhereColumn: Column<Person> = {
  header: t`At other sites`,
  cell: ({ elsewhere }) =>
    elsewhere.length === 0
      ? '—'
      : elsewhere.map(({ day, from, until, site }) => (
          <span key={`${day} ${from}`} className="block">
            {sayDay(day, '')} {from}–{until}, {site}
          </span>
        )),
}

const columnsOf = (several: boolean): Column<Person>[] => [
  { header: t`Technician`, cell: ({ fullName }) => <strong>{fullName}</strong> },
  { header: t`Specialties`, cell: ({ specialties }) => specialties.join(', ') || '—' },
  ...(several ? [elsewhereColumn] : []),
  {
    header: t`This week`,
    align: 'end',
    cell: ({ minutes }) => <span className="figures">{sayHours(minutes)}</span>,
  },
]

function People({ week }: { week: WeekOfShifts }) {
  const namesSite = useNamesSite()
  return (
    <>
      <h2 className="mt-6 mb-3 text-l">
        <Trans>Technicians</Trans>
      </h2>
      <DataTable
        caption={t`Technicians with what they are planned for in this week`}
        columns={columnsOf(namesSite(week.site.id))}
        rows={week.people}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            picture={<MicroscopeDrawing />}
            title={translated(messages.lists.noStaff)}
            about={t`Technicians can be planned once they have accepted their invitation.`}
          />
        }
      />
    </>
  )
}

const sayHours = (minutes: number) => `${(minutes / 60).toFixed(minutes % 60 === 0 ? 0 : 1)} h`
