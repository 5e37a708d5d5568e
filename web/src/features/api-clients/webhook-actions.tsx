import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import {
  endWebhook,
  renewWebhookSecret,
  resumeWebhook,
  testWebhook,
  type Webhook,
} from '#contract/webhooks.ts'
import { call } from '../../api/client.ts'
import { ConfirmButton } from '../../screen/confirm-button.tsx'
import { useCall } from '../../screen/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { WebhookSecret } from './add-webhook.tsx'

type Props = { webhook: Pick<Webhook, 'id' | 'state'> }

const hasEnded = (state: Webhook['state']) => state === 'ended' || state === 'gone'

/** Sends a test, or turns the webhook on. */
export function WebhookTrial({ webhook: { id, state } }: Props) {
  const params = { id }
  const test = useCall(() => call(testWebhook, { params }), { saysRefusal: true })
  const resume = useCall(() => call(resumeWebhook, { params }), { saysRefusal: true })
  if (hasEnded(state)) return null
  return (
    <>
      {state !== 'off' && (
        <Button variant="primary" pending={test.isPending} onClick={() => test.mutate()}>
          <Trans>Send a test</Trans>
        </Button>
      )}
      {state !== 'on' && (
        <Button pending={resume.isPending} onClick={() => resume.mutate()}>
          {state === 'off' ? <Trans>Turn on</Trans> : <Trans>Try now</Trans>}
        </Button>
      )}
    </>
  )
}

/** Makes a new secret, or ends the webhook. */
export function WebhookChanges({ webhook: { id, state } }: Props) {
  const params = { id }
  const [secret, setSecret] = useState<string | null>(null)
  const shown = secret !== null && (
    <WebhookSecret title={t`The new secret`} secret={secret} onClose={() => setSecret(null)} />
  )
  if (hasEnded(state)) return shown
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      <ConfirmButton
        opener={{ children: t`New secret` }}
        question={t`Create a new secret?`}
        yes={t`Create a new secret`}
        act={async () => setSecret((await call(renewWebhookSecret, { params })).secret)}
      >
        <p>
          <Trans>For one day each event has two signatures, by the new secret and by the present one.</Trans>
        </p>
      </ConfirmButton>
      <ConfirmButton
        opener={{ variant: 'danger', children: t`End the webhook` }}
        question={t`End the webhook?`}
        yes={t`End it`}
        danger
        act={() => call(endWebhook, { params })}
      >
        <p>
          <Trans>Nothing more is sent to this address. You can add another webhook at any time.</Trans>
        </p>
      </ConfirmButton>
      {shown}
    </div>
  )
}
