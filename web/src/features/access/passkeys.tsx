import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Profile } from '#contract/access.ts'
import type { BodyInput, ResponseOf } from '#contract/endpoint.ts'
import { addPasskey, beginPasskey, listPasskeys, removePasskey } from '#contract/passkeys.ts'
import { readSecondFactor } from '#contract/second-factor.ts'
import { laboratory } from '#contract/sites.ts'
import { call } from '../../api/client.ts'
import { createPasskey, hasPasskeys } from '../../api/passkey-here.ts'
import { nameOfBrowser } from '../../api/push-here.ts'
import { queryFor } from '../../api/queries.ts'
import { browserZone } from '../../lib/times.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { noCall, useResourceForm } from '../../screen/use-resource-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { When } from '../../ui/when.tsx'
import { FormButtons, withProof } from './own-form.tsx'
import { OwnProof } from './own-proof.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Passkey = ResponseOf<typeof listPasskeys>[number]

/** The passkeys of the account, each with a button that ends it, and the way to add one. */
export function Passkeys({ profile }: { profile: Profile }) {
  const { data: passkeys } = useSuspenseQuery(queryFor(listPasskeys))
  const { data: factor } = useSuspenseQuery(queryFor(readSecondFactor))
  const [adding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Passkey | null>(null)
  const whyNot = useWhyNone()
  return (
    <section className="stack items-start gap-3" aria-labelledby="passkeys-title">
      <h2 id="passkeys-title" className="text-l">
        <Trans>Passkeys</Trans>
      </h2>
      <p className="text-ink-soft">
        <Trans>
          A passkey logs you in with the fingerprint, face or PIN that unlocks your phone or computer, without
          a password. With a passkey, nobody can log in with your password alone.
        </Trans>
      </p>
      {passkeys.length > 0 && (
        <ul className="stack w-full">
          {passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} onRemove={() => setRemoved(passkey)} />
          ))}
        </ul>
      )}
      <Button variant={factor.on ? 'quiet' : 'primary'} whyNot={whyNot} onClick={() => setAdding(true)}>
        <Trans>Add a passkey</Trans>
      </Button>
      <Dialog open={adding} onClose={() => setAdding(false)} title={t`Add a passkey`}>
        {adding && <Add profile={profile} code={factor.on} onDone={() => setAdding(false)} />}
      </Dialog>
      <Dialog open={removed !== null} onClose={() => setRemoved(null)} title={t`Remove this passkey?`}>
        {removed && <Remove profile={profile} passkey={removed} onDone={() => setRemoved(null)} />}
      </Dialog>
    </section>
  )
}

/** Why no passkey can be added here, or null. */
function useWhyNone(): string | null {
  const { data } = useQuery(queryFor(laboratory))
  if (data?.signIn.passkey === false) {
    return t`Passkeys do not work at this address: they need a domain name and https.`
  }
  return hasPasskeys() ? null : t`This browser does not support passkeys.`
}

function Row({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { name, createdAt, lastUsedAt } = passkey
  return (
    <li className="row justify-between gap-3 border-t py-3">
      <div className="min-w-0">
        <p className="wrap-anywhere font-600">{name}</p>
        <p className="hint">
          {lastUsedAt === null ? (
            <Trans>
              Added <When at={createdAt} zone={browserZone()} distance={false} />, not used yet
            </Trans>
          ) : (
            <Trans>
              Added <When at={createdAt} zone={browserZone()} distance={false} />, last used{' '}
              <When at={lastUsedAt} zone={browserZone()} distance={false} />
            </Trans>
          )}
        </p>
      </div>
      <Button aria-label={t`Remove the passkey: ${name}`} onClick={onRemove}>
        <Trans>Remove</Trans>
      </Button>
    </li>
  )
}

type Given = BodyInput<typeof beginPasskey> & { name: string }

function Add({ profile, code, onDone }: { profile: Profile; code: boolean; onDone: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>([])
  const form = useResourceForm(noCall<Given>(), {
    start: { name: nameOfBrowser() },
    async send({ name, ...proof }) {
      const credential = await createPasskey(await call(beginPasskey, { body: withProof(proof) }))
      return call(addPasskey, { body: { name, credential } })
    },
    onDone: ({ recoveryCodes }) => (recoveryCodes.length > 0 ? setCodes(recoveryCodes) : onDone()),
  })
  if (codes.length > 0) return <RecoveryCodes codes={codes} onDone={onDone} />
  return (
    <ResourceForm form={form} scope="passkey">
      <TextField
        name="name"
        label={t`Name`}
        hint={t`A name by which you will recognise it in this list.`}
        maxLength={60}
        required
      />
      <OwnProof profile={profile} code={code} />
      <FormButtons onLeave={onDone}>
        <Trans>Continue</Trans>
      </FormButtons>
    </ResourceForm>
  )
}

function Remove({ profile, passkey, onDone }: { profile: Profile; passkey: Passkey; onDone: () => void }) {
  const { id, name } = passkey
  const form = useResourceForm(removePasskey, { params: { id }, body: withProof, onShown: onDone })
  return (
    <ResourceForm form={form} scope="passkey">
      <p>
        <Trans>
          <strong>{name}</strong> will no longer log you in here. Remove it from your device as well.
        </Trans>
      </p>
      <OwnProof profile={profile} code />
      <FormButtons onLeave={onDone}>
        <Trans>Remove</Trans>
      </FormButtons>
    </ResourceForm>
  )
}
