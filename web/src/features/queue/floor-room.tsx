import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { benchFloor } from '#contract/bench.ts'
import type { FloorState } from '#contract/queue-views.ts'
import { queryFor } from '../../api/queries.ts'
import { useLive } from '../../api/use-live.ts'
import { spaced } from '../../lib/accession.ts'
import { floorRooms, toneNames } from '../../lib/floor-rooms.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { RoomsDrawing, RoomsLegend } from '../../ui/rooms/rooms-drawing.tsx'
import { When } from '../../ui/when.tsx'
import { FloorDialog } from './floor-dialog.tsx'
import { type FloorSample, sayToken, seatsOf, stepWords, tokensOf } from './floor-tokens.ts'

/** The samples in process at a site, refreshed when something changes at the bench. */
export function useFloorSamples(siteId: string) {
  const samples = useQuery({
    ...queryFor(benchFloor, { query: { siteId } }),
    refetchInterval: 30_000,
    staleTime: 2_000,
  })
  useLive('bench', () => void samples.refetch({ cancelRefetch: false }))
  return samples
}

/** A drawing of the floor with the current people and samples. Each is a button that opens its details. */
export function FloorRoom({ state, samples }: { state: FloorState; samples: readonly FloorSample[] }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const tokens = tokensOf(state, samples)
  const find = (key: string | null) => tokens.find((token) => token.key === key)
  const seats = seatsOf(state)
  return (
    <section aria-labelledby="room-title">
      <h2 id="room-title" className="mt-8 mb-3 text-l">
        <Trans>The room now</Trans>
      </h2>
      <RoomsDrawing
        rooms={floorRooms}
        tokens={tokens}
        seats={{ room: 'chairs', count: seats.length }}
        press={{
          label: t`People and samples on the floor`,
          nameOf: (key) => {
            const token = find(key)
            return token ? sayToken(token.of) : ''
          },
          onPress: setChosen,
        }}
      />
      <RoomsLegend names={toneNames}>
        <Trans>
          Tubes have the colour of their cap. Press a person or a tube to see its details and why it waits.
        </Trans>
      </RoomsLegend>
      <FloorDialog
        open={chosen !== null}
        of={find(chosen)?.of}
        zone={state.site.timeZone}
        onClose={() => setChosen(null)}
      />
    </section>
  )
}

/** The samples of the drawing as a table. */
export function FloorSamples({
  samples,
  total,
  zone,
}: {
  samples: readonly FloorSample[]
  total: number
  zone: string
}) {
  return (
    <section aria-labelledby="samples-title">
      <h2 id="samples-title" className="mt-8 mb-3 text-l">
        <Trans>Samples in process</Trans>
      </h2>
      <DataTable
        caption={t`Samples in process, latest first`}
        rows={samples}
        rowKey={({ id }) => id}
        empty={
          <p>
            <Trans>No sample is in process.</Trans>
          </p>
        }
        columns={[
          {
            header: t`Sample`,
            cell: ({ accession, tube }) => (
              <>
                <Link
                  to="/sample/$accession"
                  params={{ accession }}
                  className="whitespace-nowrap tabular-nums"
                >
                  {spaced(accession)}
                </Link>
                <div className="hint">{tube}</div>
              </>
            ),
          },
          {
            header: t`Tests`,
            cell: ({ tests, urgent }) => (
              <>
                {tests.join(', ')}{' '}
                {urgent && (
                  <Badge tone="danger">
                    <Trans>Urgent</Trans>
                  </Badge>
                )}
              </>
            ),
          },
          { header: t`Step`, cell: ({ step }) => stepWords[step] },
          { header: t`Since`, cell: ({ since }) => <When at={since} zone={zone} /> },
          { header: t`Responsible`, cell: ({ people }) => people.join(', ') || '–' },
        ]}
      />
      {total > samples.length && (
        <p className="hint">
          <Trans>
            Showing the latest {samples.length} of {total}.
          </Trans>
        </p>
      )}
    </section>
  )
}
