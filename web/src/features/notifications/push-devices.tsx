import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messages } from '#contract/messages.ts'
import { type Device, readDevices, removeDevice, testDevice } from '#contract/push.ts'
import { call } from '../../api/client.ts'
import { type PushHere, pushHere, unsubscribeHere } from '../../api/push-here.ts'
import { keyOf, queryFor } from '../../api/queries.ts'
import { browserZone } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { useCall } from '../../screen/use-call.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { When } from '../../ui/when.tsx'
import { turnOnPush } from './turn-on-push.ts'

/** Push in this browser and in the person's others. Whoever reads it is asked for nothing until they press the button. */
export function PushDevices() {
  const { data, error, refetch } = useQuery(queryFor(readDevices))
  // Under the devices' key: whatever changes them has this browser looked at anew as well.
  const { data: here } = useQuery({ queryKey: [...keyOf(readDevices), 'here'], queryFn: pushHere, gcTime: 0 })
  const own = data?.devices.find(({ endpoint }) => endpoint === here?.endpoint)
  return (
    <section className="stack mt-8 items-start gap-4" aria-labelledby="push-title">
      <h2 id="push-title">
        <Trans>Push Notifications</Trans>
      </h2>
      <p className="text-ink-soft">
        <Trans>
          A short message on this device, also while Phial is closed. It says that there is something new,
          never what: no test and no value.
        </Trans>
      </p>
      {error && !data && (
        <Notice kind="error" role="alert">
          <p>{error.message}</p>
          <Button onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </Notice>
      )}
      {(!here || !data) && !error && <SkeletonLines count={2} says={translated(messages.loading.any)} />}
      {here && data && (
        <>
          <InThisBrowser state={own ? 'on' : here.state === 'on' ? 'off' : here.state}>
            <TurnOn serverKey={data.key} />
          </InThisBrowser>
          {data.devices.length > 0 && (
            <ul className="stack w-full">
              {data.devices.map((device) => (
                <Row key={device.id} device={device} here={device === own} />
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  )
}

/** How it stands here, and what to do; `children` turn it on. */
function InThisBrowser({ state, children }: { state: PushHere; children: ReactNode }) {
  if (state === 'on') return null
  if (state === 'off') return children
  return (
    <Notice kind={state === 'denied' ? 'warning' : 'info'}>
      {state === 'denied' && (
        <p>
          <Trans>
            This browser is told not to show notifications of this site. Allow them in its settings for this
            site (beside the address), then load this page again.
          </Trans>
        </p>
      )}
      {state === 'insecure' && (
        <p>
          <Trans>Push needs a secure connection: open the laboratory’s address that begins with https.</Trans>
        </p>
      )}
      {state === 'unsupported' && (
        <p>
          <Trans>
            This browser cannot show notifications. On an iPhone or iPad, add this page to the Home Screen
            first and open it from there.
          </Trans>
        </p>
      )}
    </Notice>
  )
}

function TurnOn({ serverKey }: { serverKey: string }) {
  const queryClient = useQueryClient()
  const turnOn = useCall(() => turnOnPush(queryClient, serverKey), { says: (message) => message })
  return (
    <>
      {turnOn.error && (
        <Notice kind="error" role="alert">
          <p>{turnOn.error.message}</p>
        </Notice>
      )}
      <Button pending={turnOn.isPending} onClick={() => turnOn.mutate()}>
        <Trans>Turn on in this browser</Trans>
      </Button>
    </>
  )
}

function Row({ device, here }: { device: Device; here: boolean }) {
  const { id, name, addedAt, lastOkAt } = device
  const trial = useCall(() => call(testDevice, { params: { id } }), { saysRefusal: true })
  const remove = useCall(
    async () => {
      await call(removeDevice, { params: { id } })
      if (here) await unsubscribeHere()
    },
    { says: () => t`Push is off: ${name}.`, saysRefusal: true },
  )
  return (
    <li className="row justify-between gap-3 border-t py-3">
      <div className="min-w-0">
        <p className="row gap-2 font-600">
          {name}{' '}
          {here && (
            <Badge tone="ok">
              <Trans>On in this browser</Trans>
            </Badge>
          )}
        </p>
        <p className="hint">
          {lastOkAt === null ? (
            <Trans>
              Added <When at={addedAt} zone={browserZone()} />
            </Trans>
          ) : (
            <Trans>
              Last message <When at={lastOkAt} zone={browserZone()} />
            </Trans>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          pending={trial.isPending}
          aria-label={t`Send me a test: ${name}`}
          onClick={() => trial.mutate()}
        >
          <Trans>Send me a test</Trans>
        </Button>
        <Button
          variant="plain"
          pending={remove.isPending}
          aria-label={here ? t`Turn off: ${name}` : t`Remove: ${name}`}
          onClick={() => remove.mutate()}
        >
          {here ? t`Turn off` : t`Remove`}
        </Button>
      </div>
    </li>
  )
}
