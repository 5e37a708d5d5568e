import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queueFloorStream } from '#contract/queue.ts'
import type { FloorState, QueueEvent } from '#contract/queue-views.ts'
import { laboratory } from '#contract/sites.ts'
import { deskStateLabels, roomLabels } from '#contract/ticket-states.ts'
import { queryFor } from '../../api/queries.ts'
import { useSeenSites } from '../../api/use-seen-sites.ts'
import { useStream } from '../../api/use-stream.ts'
import { sayMinutes, timeOf } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { useAddress } from '../../screen/address.ts'
import { Screen } from '../../screen/screen.tsx'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { FloorRoom, FloorSamples, useFloorSamples } from './floor-room.tsx'
import { floorAddress } from './floor-search.ts'
import { LostLine } from './lost-line.tsx'
import { RecentTickets } from './recent-tickets.tsx'
import { WaitingList } from './waiting-list.tsx'

/** The current state of the floor, live: people, desks, samples, waiting tickets, and visits and tests that are late. */
export function FloorScreen() {
  const [{ site }, set] = useAddress(floorAddress)
  const { state, lostAt, refused } = useStream<FloorState, QueueEvent>(queueFloorStream, {
    query: { siteId: site },
  })
  return (
    <Screen
      title={t`Floor`}
      about={t`People and samples from the waiting room to the release, as it happens.`}
      action={
        <>
          <Link to="/board" className={buttonClass()} target="_blank">
            <Trans>Open the public board</Trans>
          </Link>
          <Link to="/desk" className={buttonClass()}>
            <Trans>Open the desk</Trans>
          </Link>
        </>
      }
    >
      <SiteChoice site={state?.site.id ?? site} onSite={(next) => set({ site: next })} />
      {refused && (
        <EmptyState
          title={
            <h2>
              <Trans>The floor is not shown</Trans>
            </h2>
          }
          about={refused.message}
        />
      )}
      {!state && !refused && <Skeleton width="100%" height="420px" />}
      {state && (
        <>
          <LostLine since={lostAt} zone={state.site.timeZone} />
          <Figures state={state} />
          <Room state={state} />
          <RecentTickets tickets={state.recent} zone={state.site.timeZone} />
        </>
      )}
    </Screen>
  )
}

/** The drawing, and below it the same people and samples as lists. */
function Room({ state }: { state: FloorState }) {
  const { data } = useFloorSamples(state.site.id)
  const { samples, total } = data ?? { samples: [], total: 0 }
  const zone = state.site.timeZone
  return (
    <>
      <FloorRoom state={state} samples={samples} />
      <Desks state={state} />
      <Late state={state} />
      <WaitingList waiting={state.waiting} desks={state.desks} zone={zone} />
      <FloorSamples samples={samples} total={total} zone={zone} />
    </>
  )
}

/** Left out where there is only one. */
function SiteChoice({ site, onSite }: { site: string | undefined; onSite: (site: string) => void }) {
  const { data: lab } = useQuery(queryFor(laboratory))
  const sites = useSeenSites(lab?.sites ?? [])
  if (sites.length < 2) return null
  return (
    <div className="mb-5 max-w-70">
      <SelectField
        name="site"
        label={t`Site`}
        options={sites.map(({ id, name }) => ({ value: id, label: name }))}
        value={site ?? ''}
        onChange={(event) => onSite(event.currentTarget.value)}
      />
    </div>
  )
}

const whole = (minutes: number | null) =>
  minutes === null ? t`not yet known` : sayMinutes(Math.round(minutes))

const nineOfTen = (p90: number | null) => (p90 === null ? t`nobody yet` : t`nine of ten under ${whole(p90)}`)

function Figures({ state: { today, waiting, expected } }: { state: FloorState }) {
  const figures = [
    {
      name: t`Waiting now`,
      value: String(waiting.length),
      about: t`longest ${sayMinutes(Math.round(today.longestWaitNow))}`,
    },
    {
      name: t`Waited today`,
      value: whole(today.waited.mean),
      about: nineOfTen(today.waited.p90),
    },
    {
      name: t`In service`,
      value: whole(today.served.mean),
      about: nineOfTen(today.served.p90),
    },
    { name: t`Finished today`, value: String(today.finished), about: t`of ${today.issued} tickets` },
    {
      name: t`Left or no-show`,
      value: String(today.left + today.noShow),
      about: t`${today.noShow} did not come`,
    },
    { name: t`Still to come`, value: String(expected), about: t`booked for today` },
  ]
  return (
    <dl className="cols-fit-140 [&_dt]:hint grid gap-5">
      {figures.map(({ name, value, about }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="font-650 text-2xl tabular-nums">{value}</dd>
          <dd className="hint">{about}</dd>
        </div>
      ))}
    </dl>
  )
}

function Desks({ state }: { state: FloorState }) {
  const now = useNow()
  const minutes = (since: string) =>
    sayMinutes(Math.max(0, Math.trunc((now.getTime() - Date.parse(since)) / 60_000)))
  return (
    <section aria-labelledby="desks-title">
      <h2 id="desks-title" className="mt-8 mb-3 text-l">
        <Trans>Chairs and people</Trans>
      </h2>
      <DataTable
        caption={t`Desks and who is at them`}
        rows={state.desks}
        rowKey={(desk) => String(desk.number)}
        empty={
          <p>
            <Trans>There are no desks.</Trans>
          </p>
        }
        columns={[
          {
            header: t`Desk`,
            cell: (desk) => (
              <>
                <strong>{desk.name}</strong>
                <div className="hint">{translated(roomLabels[desk.room])}</div>
              </>
            ),
          },
          {
            header: t`Status`,
            cell: (desk) => (
              <Badge tone={desk.state === 'open' ? 'ok' : desk.state === 'paused' ? 'warning' : 'neutral'}>
                {translated(deskStateLabels[desk.state])}
                {desk.since && desk.state !== 'closed' ? ` ${minutes(desk.since)}` : ''}
              </Badge>
            ),
          },
          { header: t`Who`, cell: (desk) => desk.staff?.name ?? '–' },
          {
            header: t`Ticket`,
            cell: ({ ticket }) =>
              ticket ? (
                <>
                  <strong className="whitespace-nowrap tabular-nums">{ticket.code}</strong>{' '}
                  {ticket.status === 'called' ? t`called` : t`in service`}{' '}
                  {minutes(ticket.startedAt ?? ticket.calledAt ?? ticket.arrivedAt)}
                </>
              ) : (
                '–'
              ),
          },
          {
            header: t`Today`,
            cell: (desk) => {
              const person = state.people.find((one) => one.id === desk.staff?.id)
              return person
                ? person.meanMinutes === null
                  ? t`${person.finished} finished`
                  : t`${person.finished} finished, ${whole(person.meanMinutes)} each`
                : '–'
            },
          },
        ]}
      />
    </section>
  )
}

function Late({ state }: { state: FloorState }) {
  if (state.late.length === 0) return null
  return (
    <section aria-labelledby="late-title">
      <h2 id="late-title" className="mt-8 mb-3 text-l">
        <Trans>Booked and not here</Trans>
      </h2>
      <ul className="grid gap-2">
        {state.late.map((visit) => (
          <li key={visit.visitId}>
            <Badge tone="warning">{timeOf(visit.startsAt, state.site.timeZone)}</Badge>{' '}
            <bdi>{visit.fullName}</bdi>, {visit.reference}
          </li>
        ))}
      </ul>
    </section>
  )
}
