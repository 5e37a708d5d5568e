import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { Profile } from '#contract/access.ts'
import { beginConfirmation, confirmByPasskey } from '#contract/passkeys.ts'
import { call } from '../../api/client.ts'
import { hasPasskeys, signByPasskey } from '../../api/passkey-here.ts'
import { useCall } from '../../screen/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField, TextField } from '../../ui/fields.tsx'
import { Notice } from '../../ui/notice.tsx'

/** The server accepts a confirmation for five minutes. */
const confirmedMs = 4.5 * 60_000

/**
 * Asks who changes how an account logs in: a passkey, or the current password and, with `code`, a code of the second factor. People who
 * log in without a password are asked for no password.
 */
export function OwnProof({
  profile,
  code,
  hint,
  onConfirmed,
}: {
  profile: Profile
  code?: boolean
  /** The hint of the field for the password. */
  hint?: string
  /** Called when a passkey has confirmed the person, and when that no longer counts. */
  onConfirmed?: (confirmed: boolean) => void
}) {
  const [confirmed, setConfirmed] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is called when `confirmed` changes.
  useEffect(() => {
    onConfirmed?.(confirmed)
    if (!confirmed) return
    const end = setTimeout(() => setConfirmed(false), confirmedMs)
    return () => clearTimeout(end)
  }, [confirmed])
  const confirm = useCall(
    async () => call(confirmByPasskey, { body: await signByPasskey(await call(beginConfirmation)) }),
    { says: false, saysRefusal: true, onDone: () => setConfirmed(true) },
  )
  if (confirmed) {
    return (
      <Notice kind="ok" role="status">
        <p>
          <Trans>Your passkey has confirmed that it is you.</Trans>
        </p>
      </Notice>
    )
  }
  return (
    <>
      {profile.hasPasskey && hasPasskeys() && (
        <Button className="self-start" pending={confirm.isPending} onClick={() => confirm.mutate()}>
          <Trans>Confirm with a passkey</Trans>
        </Button>
      )}
      {profile.hasPassword && (
        <PasswordField
          name="currentPassword"
          label={t`Current password`}
          autoComplete="current-password"
          hint={hint}
          required
        />
      )}
      {code && (
        <TextField
          name="code"
          label={t`Code`}
          hint={t`Six digits from your authenticator app, or a recovery code.`}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
      )}
    </>
  )
}
