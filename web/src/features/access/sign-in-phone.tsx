import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeSignInPhone, confirmPhone, type Profile, readProfile } from '#contract/access.ts'
import { keyOf } from '../../api/queries.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { toast } from '../../ui/toast.tsx'
import { FormButtons, withProof } from './own-form.tsx'
import { OwnProof } from './own-proof.tsx'
import { usePhoneOffered } from './phone-way.tsx'

/** The phone number that a patient logs in with, and the way to add, change or remove it. */
export function SignInPhone({ profile }: { profile: Profile }) {
  const offered = usePhoneOffered()
  const [open, setOpen] = useState(false)
  if (profile.role !== 'user' || !(offered || profile.signInPhone)) return null
  const { signInPhone } = profile
  return (
    <section className="stack mt-12 items-start gap-3 border-t pt-8 [&_h2]:text-l [&_p]:text-ink-soft">
      <h2>
        <Trans>Log in by SMS</Trans>
      </h2>
      <p>
        {signInPhone ? (
          <Trans>
            You log in with a code that we send to <strong>{signInPhone}</strong>.
          </Trans>
        ) : (
          t`You can log in with a code that we send to your phone.`
        )}
      </p>
      <Button onClick={() => setOpen(true)}>{signInPhone ? t`Change the number` : t`Add a number`}</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t`Log-in phone number`}>
        <NumberForm profile={profile} onDone={() => setOpen(false)} />
      </Dialog>
    </section>
  )
}

function NumberForm({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const queryClient = useQueryClient()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const finished = async ({ message }: { message: string }) => {
    await queryClient.invalidateQueries({ queryKey: keyOf(readProfile) })
    toast('success', message)
    onDone()
  }
  const change = useResourceForm(changeSignInPhone, {
    start: { phone: profile.signInPhone ?? profile.phone },
    body: ({ phone, ...proof }) => ({ phone, ...withProof(proof) }),
    says: false,
    onDone: (answer, { phone }) => (phone === '' ? finished(answer) : setSentTo(phone)),
  })
  const confirm = useResourceForm(confirmPhone, { says: false, onDone: finished })
  if (sentTo !== null) {
    return (
      <ResourceForm key="code" form={confirm} scope="sign-in">
        <p>
          <Trans>
            Enter the code from the SMS to <strong>{sentTo}</strong>. It works once, for 10 minutes.
          </Trans>
        </p>
        <TextField
          name="otp"
          label={t`One-time code`}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          required
        />
        <FormButtons leave={t`Back`} onLeave={() => setSentTo(null)}>
          <Trans>Use this number</Trans>
        </FormButtons>
      </ResourceForm>
    )
  }
  const canRemove = profile.signInPhone !== null && profile.email !== ''
  return (
    <ResourceForm key="number" form={change} scope="sign-in">
      <TextField
        name="phone"
        label={t`Phone number`}
        type="tel"
        autoComplete="tel"
        required={!canRemove}
        hint={canRemove ? t`Leave it empty to log in without a phone.` : undefined}
      />
      <OwnProof profile={profile} />
      <FormButtons onLeave={onDone}>
        <Trans>Continue</Trans>
      </FormButtons>
    </ResourceForm>
  )
}
