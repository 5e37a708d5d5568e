import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Profile } from '#contract/access.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
} from '#contract/second-factor.ts'
import { queryFor } from '../../api/queries.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { FormButtons, withProof } from './own-form.tsx'
import { OwnProof } from './own-proof.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Shows whether an authenticator app is on, with a button to set it up or to turn it off. */
export function SecondFactor({ profile }: { profile: Profile }) {
  const { data: factor } = useSuspenseQuery(queryFor(readSecondFactor))
  // The open dialog does not change when the second factor is turned on, since it still has to show the recovery codes.
  const [open, setOpen] = useState<'on' | 'off' | null>(null)
  const close = () => setOpen(null)
  const { application: on, recoveryCodesLeft: left } = factor
  return (
    <section
      className="stack mt-12 items-start gap-3 border-t pt-8 [&_h2]:text-l"
      aria-labelledby="factor-title"
    >
      <h2 id="factor-title">
        <Trans>Authenticator app</Trans>
      </h2>
      <p className="text-ink-soft">
        {on ? (
          <Trans>It is on: after your password you enter a code that your phone shows.</Trans>
        ) : (
          <Trans>It is off. Turn it on, and nobody can log in with your password alone.</Trans>
        )}
      </p>
      {factor.on && (
        <p className="text-ink-soft">
          <Trans>You have {left} recovery codes left.</Trans>
        </p>
      )}
      <Button onClick={() => setOpen(on ? 'off' : 'on')}>{on ? t`Turn it off` : t`Set it up`}</Button>
      <Dialog open={open !== null} onClose={close} title={t`Authenticator app`}>
        {open === 'off' && <TurnOff profile={profile} onDone={close} />}
        {open === 'on' && <SetUp profile={profile} code={factor.on} onDone={close} />}
      </Dialog>
    </section>
  )
}

type Begun = ResponseOf<typeof beginSecondFactor>

function SetUp({ profile, code, onDone }: { profile: Profile; code: boolean; onDone: () => void }) {
  const [begun, setBegun] = useState<Begun | null>(null)
  const begin = useResourceForm(beginSecondFactor, { body: withProof, says: false, onDone: setBegun })
  if (begun) return <Confirm begun={begun} onDone={onDone} />
  return (
    <ResourceForm form={begin} scope="factor">
      <p>
        <Trans>You need an authenticator app on your phone. Any authenticator app will do.</Trans>
      </p>
      <OwnProof profile={profile} code={code} />
      <FormButtons onLeave={onDone}>
        <Trans>Continue</Trans>
      </FormButtons>
    </ResourceForm>
  )
}

function Confirm({ begun, onDone }: { begun: Begun; onDone: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const confirm = useResourceForm(confirmSecondFactor, {
    onDone: ({ recoveryCodes }) => setCodes(recoveryCodes),
  })
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  return (
    <ResourceForm form={confirm} scope="factor">
      <p>
        <Trans>Scan this with the app, or type the key into it. Then enter the code that it shows.</Trans>
      </p>
      <QrCode number={begun.address} className="w-55 max-w-full rounded border bg-white" />
      <p className="wrap-anywhere font-600">{begun.secret}</p>
      <TextField
        name="code"
        label={t`Authenticator code`}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        required
      />
      <FormButtons onLeave={onDone}>
        <Trans>Turn it on</Trans>
      </FormButtons>
    </ResourceForm>
  )
}

function TurnOff({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const form = useResourceForm(removeSecondFactor, { body: withProof, onDone })
  return (
    <ResourceForm form={form} scope="factor">
      <OwnProof profile={profile} code />
      <FormButtons onLeave={onDone}>
        <Trans>Turn it off</Trans>
      </FormButtons>
    </ResourceForm>
  )
}
