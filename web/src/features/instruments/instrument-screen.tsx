import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import {
  type InstrumentDetail,
  type InstrumentState,
  instrumentProtocols,
  instrumentStates,
  instrumentWays,
  moveInstrument,
  readInstrument,
} from '#contract/instruments.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { translated } from '../../lib/translated.ts'
import { Screen } from '../../screen/screen.tsx'
import { useCall } from '../../screen/use-call.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useNow } from '../../ui/use-now.ts'
import { When } from '../../ui/when.tsx'
import { BreakdownList } from './breakdown-list.tsx'
import { CareList } from './care-list.tsx'
import { CodesTable } from './codes-table.tsx'
import { ChangeInstrument } from './instrument-form.tsx'
import { stateOfLink } from './instrument-words.ts'
import { MessageList } from './message-list.tsx'
import { ExportProfile } from './profile-file.tsx'
import { VerificationList } from './verification-list.tsx'

/** An analyser with its link, codes and messages. */
export function InstrumentScreen({ id, zone }: { id: string; zone: string }) {
  const { data: instrument } = useSuspenseQuery({
    ...queryFor(readInstrument, { params: { id } }),
    refetchInterval: 5_000,
  })
  const link = stateOfLink(instrument, useNow())
  const isConnected = instrument.protocol !== 'none'
  return (
    <Screen
      rhythm="cards"
      title={instrument.name}
      state={isConnected && <Badge tone={link.tone}>{link.label}</Badge>}
      about={<About instrument={instrument} zone={zone} />}
      action={
        <div className="flex flex-wrap gap-3">
          {isConnected && <ExportProfile id={id} />}
          <ChangeInstrument of={instrument} />
        </div>
      }
    >
      {instrument.outOfUse && (
        <Notice kind="warning">
          <p>
            <Trans>
              Out of use since <When at={instrument.outOfUse.since} zone={zone} />:{' '}
              {instrument.outOfUse.fault}
            </Trans>
          </p>
        </Notice>
      )}
      {instrument.trouble !== '' && (
        <Notice kind="warning">
          <p>
            {instrument.trouble}
            {instrument.troubleAt && (
              <>
                {' '}
                (<When at={instrument.troubleAt} zone={zone} />)
              </>
            )}
          </p>
        </Notice>
      )}
      {isConnected && (
        <>
          <LinkCard instrument={instrument} />
          <CodesTable instrument={instrument} />
          <VerificationList id={id} zone={zone} />
        </>
      )}
      <BreakdownList instrument={instrument} zone={zone} />
      <CareList instrument={instrument} zone={zone} />
      {isConnected && <MessageList id={id} zone={zone} />}
    </Screen>
  )
}

function LinkCard({ instrument }: { instrument: InstrumentDetail }) {
  return (
    <Card className="stack gap-4" aria-labelledby="link">
      <h2 id="link">
        <Trans>Connection</Trans>
      </h2>
      <Facts
        dense
        facts={[
          { name: t`Protocol`, value: translated(instrumentProtocols[instrument.protocol]) },
          { name: t`Who connects`, value: translated(instrumentWays[instrument.way]) },
          ...(instrument.serialNumber === ''
            ? []
            : [{ name: t`Serial number`, value: instrument.serialNumber }]),
          ...(instrument.way === 'folder'
            ? [{ name: t`Folder`, value: instrument.folder }]
            : [
                { name: t`Port`, value: String(instrument.port) },
                {
                  name: t`Addresses that may connect`,
                  value:
                    instrument.way === 'connect'
                      ? instrument.host
                      : instrument.allowed || t`Only the server’s own machine`,
                },
              ]),
        ]}
      />
      <Turn instrument={instrument} />
    </Card>
  )
}

function About({ instrument, zone }: { instrument: InstrumentDetail; zone: string }) {
  if (instrument.protocol === 'none') {
    const { site, serialNumber } = instrument
    return serialNumber === '' ? site : t`${site}. Serial number: ${serialNumber}`
  }
  return (
    <>
      {instrument.site}. {instrument.state !== 'off' && `${translated(instrumentStates[instrument.state])}. `}
      {instrument.messageAt && (
        <Trans>
          Last message: <When at={instrument.messageAt} zone={zone} />
        </Trans>
      )}
    </>
  )
}

const turns: Readonly<Record<InstrumentState, string>> = {
  off: t`Turn off`,
  trial: t`Start a trial: messages are shown, no values are written`,
  live: t`Make live: values are offered at the bench`,
}

function Turn({ instrument: { id, state } }: { instrument: InstrumentDetail }) {
  const move = useCall(
    (to: InstrumentState) => call(moveInstrument, { params: { id }, body: { state: to } }),
    {
      saysRefusal: true,
    },
  )
  const others = (Object.keys(instrumentStates) as InstrumentState[]).filter((one) => one !== state)
  return (
    <div className="flex flex-wrap gap-3">
      {others.map((to) => (
        <Button
          key={to}
          pending={move.isPending && move.variables === to}
          {...(to === 'live' && { variant: 'primary' as const })}
          onClick={() => move.mutate(to)}
        >
          {turns[to]}
        </Button>
      ))}
    </div>
  )
}
