import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { TextField } from '../../ui/fields.tsx'

/** A code that is proposed as long as nobody has typed another; it stays for good, so it can be looked at before. */
export function CodeField({ proposed, maxLength }: { proposed: string; maxLength: number }) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextField
      name="code"
      label={t`Code`}
      required
      maxLength={maxLength}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      value={typed ?? proposed}
      onChange={(event) => setTyped(event.currentTarget.value.toUpperCase())}
      onBlur={() => typed === '' && setTyped(null)}
      hint={t`Capital letters, digits and hyphens. It is never changed.`}
    />
  )
}
