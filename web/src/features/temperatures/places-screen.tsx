import { plural, t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listPlaces, type Place, placeKinds } from '#contract/temperatures.ts'
import { queryFor } from '../../api/queries.ts'
import { browserZone } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { Screen } from '../../screen/screen.tsx'
import { Badge } from '../../ui/badge.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { TubeDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { When } from '../../ui/when.tsx'
import { PlaceForm } from './place-form.tsx'
import { sayLimits, sayValue, stateWords } from './place-words.ts'
import { ReadingForm } from './reading-form.tsx'

/** The places whose temperature or humidity is read; those that need attention come first. */
export function PlacesScreen({ maySetUp }: { maySetUp: boolean }) {
  const { places } = useSuspenseQuery({ ...queryFor(listPlaces), refetchInterval: 60_000 }).data
  const due = places.filter(({ state }) => state === 'due').length
  return (
    <Screen
      title={t`Temperatures`}
      about={
        due === 0
          ? t`Refrigerators, freezers, incubators and rooms, with their limits.`
          : plural(due, { one: 'One reading is due.', other: '# readings are due.' })
      }
      action={
        maySetUp && (
          <PlaceForm
            of={null}
            opener={{
              variant: places.length === 0 ? 'primary' : 'quiet',
              children: (
                <>
                  <PlusIcon />
                  {t`Add a monitored place`}
                </>
              ),
            }}
          />
        )
      }
    >
      <DataTable
        caption={t`Monitored places, most urgent first`}
        rows={places}
        rowKey={({ id }) => id}
        columns={columnsFor(new Set(places.map(({ site }) => site)).size > 1)}
        empty={
          <EmptyState
            picture={<TubeDrawing />}
            title={<h2>{t`No monitored places yet`}</h2>}
            {...(maySetUp && { about: t`Add each refrigerator, freezer and room with its limits.` })}
          />
        }
      />
    </Screen>
  )
}

const columnsFor = (sites: boolean): readonly Column<Place>[] => [
  {
    header: t`Place`,
    cell: ({ id, name, kind, site }) => (
      <>
        <Link to="/temperatures/$id" params={{ id }} className="font-600">
          {name}
        </Link>
        <span className="hint block">
          {translated(placeKinds[kind])}
          {sites && `, ${site}`}
        </span>
      </>
    ),
  },
  {
    header: t`Status`,
    cell: ({ state }) => <Badge tone={stateWords[state].tone}>{stateWords[state].label}</Badge>,
  },
  {
    header: t`Last reading`,
    cell: ({ last, unit }) =>
      last === null ? (
        <span className="hint">{t`no readings yet`}</span>
      ) : (
        <>
          <strong className="whitespace-nowrap">{sayValue(last.value, unit)}</strong>
          <span className="hint block">
            <When at={last.at} zone={browserZone()} distance={false} />, {last.by}
          </span>
        </>
      ),
  },
  { header: t`Limits`, cell: (place) => sayLimits(place) },
  {
    header: t`Reading`,
    cell: (place) => (
      <ReadingForm
        place={place}
        opener={{ 'aria-label': t`Enter the reading of ${place.name}`, children: t`Enter` }}
      />
    ),
  },
]
