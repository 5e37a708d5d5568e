import { t } from '@lingui/core/macro'
import { TextField } from './fields.tsx'

const length = 8

/** The field for a one-time code of eight letters and digits. With `sendsItself`, a complete code submits the form. */
export function CodeField({
  defaultValue,
  sendsItself = false,
}: {
  defaultValue?: string
  sendsItself?: boolean
}) {
  return (
    <TextField
      name="otp"
      label={t`One-time code`}
      hint={t`8 letters and digits. Small letters, spaces and dashes are fine.`}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      required
      defaultValue={defaultValue}
      onChange={
        sendsItself
          ? ({ currentTarget: { value, form } }) => {
              if (value.replace(/[\s-]/g, '').length === length) form?.requestSubmit()
            }
          : undefined
      }
    />
  )
}
