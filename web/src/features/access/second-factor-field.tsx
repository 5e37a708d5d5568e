import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { TextField } from '../../ui/fields.tsx'

/** The field for the code of the second factor, shown after the server has asked for it. `error` is the error of the form. */
export function SecondFactorField({ error }: { error: ApiError | null }) {
  const [asked, setAsked] = useState(false)
  const asks = error?.code === 'second_factor_asked'
  useEffect(() => {
    if (asks) setAsked(true)
  }, [asks])
  if (!asked) return null
  return (
    <TextField
      name="secondFactor"
      label={t`Authenticator code`}
      hint={t`Six digits from your authenticator app, or a recovery code.`}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      autoFocus
      required
    />
  )
}
