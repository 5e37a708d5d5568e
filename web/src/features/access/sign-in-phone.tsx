import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeSignInPhone, confirmPhone, type Profile, readProfile } from '#contract/access.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import { call } from '../../api/client.ts'
import { keyOf } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { PasswordField, TextField } from '../../ui/fields.tsx'
import { FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { toast } from '../../ui/toast.tsx'
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
      <Dialog open={open} onClose={() => setOpen(false)} title={t`Phone number to log in`}>
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
  const change = useMutation({
    mutationFn: (body: BodyInput<typeof changeSignInPhone>) => call(changeSignInPhone, { body }),
    onSuccess: (answer, { phone }) => (phone === '' ? finished(answer) : setSentTo(phone)),
  })
  const confirm = useMutation({
    mutationFn: (otp: string) => call(confirmPhone, { body: { otp } }),
    onSuccess: finished,
  })
  if (sentTo !== null) {
    return (
      <FormShell
        scope="sign-in"
        error={confirm.error}
        pending={confirm.isPending}
        onSubmit={(form) => confirm.mutate(String(form.get('otp')))}
      >
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
        <DialogActions>
          <Button onClick={() => setSentTo(null)}>
            <Trans>Back</Trans>
          </Button>
          <SubmitButton pending={confirm.isPending}>
            <Trans>Use this number</Trans>
          </SubmitButton>
        </DialogActions>
      </FormShell>
    )
  }
  const canRemove = profile.signInPhone !== null && profile.email !== ''
  return (
    <FormShell
      scope="sign-in"
      error={change.error}
      pending={change.isPending}
      onSubmit={(form) =>
        change.mutate({
          phone: String(form.get('phone')),
          ...(profile.hasPassword && { currentPassword: String(form.get('currentPassword')) }),
        })
      }
    >
      <TextField
        name="phone"
        label={t`Phone number`}
        type="tel"
        autoComplete="tel"
        required={!canRemove}
        defaultValue={profile.signInPhone ?? profile.phone}
        hint={canRemove ? t`Leave it empty to log in without a phone.` : undefined}
      />
      {profile.hasPassword && (
        <PasswordField
          name="currentPassword"
          label={t`Current password`}
          autoComplete="current-password"
          required
        />
      )}
      <DialogActions>
        <Button onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
        <SubmitButton pending={change.isPending}>
          <Trans>Go on</Trans>
        </SubmitButton>
      </DialogActions>
    </FormShell>
  )
}
