import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ResponseOf } from '#contract/endpoint.ts'
import {
  endHl7Connection,
  type Hl7Message,
  hl7Directions,
  hl7Processings,
  hl7Ways,
  listHl7Messages,
  readHl7Connection,
  turnHl7Connection,
} from '#contract/hl7.ts'
import { hl7MessageStates } from '#contract/hl7-states.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { browserZone } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { ConfirmButton } from '../../screen/confirm-button.tsx'
import { Choice, FilterBar } from '../../screen/filter-bar.tsx'
import { ListScreen } from '../../screen/list.tsx'
import { useCall } from '../../screen/use-call.ts'
import { useFilters } from '../../screen/use-filters.ts'
import { useList } from '../../screen/use-list.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyTubeDrawing } from '../../ui/drawings.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { When } from '../../ui/when.tsx'
import { ChangeConnection } from './connection-form.tsx'
import { Hl7Codes } from './hl7-codes.tsx'
import { Hl7Files } from './hl7-files.tsx'
import { messageStateNames, messagesAddress } from './hl7-search.ts'
import { messageTones, stateOfLink } from './hl7-words.ts'

type Detail = ResponseOf<typeof readHl7Connection>

const everyMs = 5_000

/** A connection with its settings, codes and messages. */
export function ConnectionScreen({ id }: { id: string }) {
  const { data: connection } = useSuspenseQuery({
    ...queryFor(readHl7Connection, { params: { id } }),
    refetchInterval: everyMs,
  })
  const filters = useFilters(messagesAddress)
  const list = useList(
    listHl7Messages,
    { params: { id }, query: { limit: 50, ...filters.search } },
    { refetchInterval: everyMs },
  )
  const { label, tone } = stateOfLink(connection)
  return (
    <ListScreen
      title={connection.name}
      state={<Badge tone={tone}>{label}</Badge>}
      action={<Turn connection={connection} />}
      above={
        <>
          <About connection={connection} />
          <Hl7Codes connection={connection} />
          {connection.way === 'file' && <Hl7Files connection={connection} />}
        </>
      }
      filters={
        <FilterBar label={t`Messages shown`} filters={filters}>
          <Choice
            name="state"
            label={t`Status`}
            options={messageStateNames.map((state) => ({
              value: state,
              label: translated(hl7MessageStates[state]),
            }))}
          />
        </FilterBar>
      }
      list={list}
      failure={t`The messages could not be loaded`}
      caption={t`Messages, latest first`}
      columns={columnsOf(id)}
      rowKey={(one) => one.id}
      narrowed={filters.narrowed}
      empty={{
        picture: <EmptyTubeDrawing />,
        title: t`No messages`,
        about: t`The hospital has not sent anything yet.`,
      }}
    />
  )
}

const columnsOf = (id: string): readonly Column<Hl7Message>[] => [
  {
    header: t`Time`,
    cell: (one) => (
      <Link to="/manager-dashboard/hl7/$id/$message" params={{ id, message: one.id }}>
        <When at={one.at} zone={browserZone()} />
      </Link>
    ),
  },
  {
    header: t`Message`,
    cell: ({ type, controlId, direction }) => (
      <>
        {type || t`Not readable`}
        <span className="hint wrap-anywhere block">
          {translated(hl7Directions[direction])} {controlId}
        </span>
      </>
    ),
  },
  {
    header: t`Status`,
    cell: ({ state, reason }) => (
      <>
        <Badge tone={messageTones[state]}>{translated(hl7MessageStates[state])}</Badge>
        {reason !== '' && <span className="hint block">{reason}</span>}
      </>
    ),
  },
]

function Turn({ connection: { id, way, isOn, endedAt } }: { connection: Detail }) {
  const turn = useCall(() => call(turnHl7Connection, { params: { id }, body: { isOn: !isOn } }), {
    saysRefusal: true,
  })
  if (endedAt !== null || way === 'file') return null
  return (
    <Button {...(!isOn && { variant: 'primary' })} pending={turn.isPending} onClick={() => turn.mutate()}>
      {isOn ? <Trans>Turn off</Trans> : <Trans>Turn on</Trans>}
    </Button>
  )
}

function lineFacts({ way, host, port, allowed }: Detail) {
  if (way === 'file') return []
  const peer =
    way === 'connect'
      ? { name: t`Address of the hospital`, value: host }
      : { name: t`Addresses that may connect`, value: allowed || t`Only the server’s own machine` }
  return [peer, { name: t`Port`, value: String(port) }]
}

function About({ connection }: { connection: Detail }) {
  const { way, client, processing, trouble, troubleAt, endedAt } = connection
  const { sendsResults, sendsAppointments, waiting } = connection
  const sent = [...(sendsResults ? [t`Results`] : []), ...(sendsAppointments ? [t`Appointments`] : [])]
  return (
    <Card className="mb-5">
      {trouble !== '' && (
        <Notice kind="warning" className="mb-4">
          <p>
            {trouble} {troubleAt && <When at={troubleAt} zone={browserZone()} />}
          </p>
        </Notice>
      )}
      <Facts
        facts={[
          {
            name: t`API client`,
            value: (
              <Link to="/manager-dashboard/api-clients/$id" params={{ id: client.id }}>
                {client.name}
              </Link>
            ),
          },
          { name: t`Who connects`, value: translated(hl7Ways[way]) },
          ...lineFacts(connection),
          { name: t`Processing id (MSH-11)`, value: translated(hl7Processings[processing]) },
          { name: t`Sent to the hospital`, value: sent.join(', ') || t`Only answers` },
          ...(sent.length > 0 ? [{ name: t`Messages that wait to be sent`, value: String(waiting) }] : []),
        ]}
      />
      {endedAt === null && (
        <div className="mt-5 flex flex-wrap gap-3">
          <ChangeConnection of={connection} />
          <ConfirmButton
            opener={{ variant: 'danger', children: t`End the connection` }}
            act={() => call(endHl7Connection, { params: { id: connection.id } })}
            question={t`End the connection?`}
            yes={t`End it`}
            danger
          >
            <p>
              <Trans>
                No more messages are taken or sent. This cannot be undone, but you can add another connection.
              </Trans>
            </p>
          </ConfirmButton>
        </div>
      )}
    </Card>
  )
}
