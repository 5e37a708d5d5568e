import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { RefObject } from 'react'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { Key } from '../../../ui/key.tsx'
import { useListedKeys } from '../../../ui/listed-keys.ts'
import { retype } from '../../../ui/takes-typing.ts'
import { ScanIcon } from './scan-icon.tsx'
import { useScanner } from './use-scanner.ts'

const keys = [{ name: 'Enter', words: t`Find what was typed into the scan field` }]

/** The field in which every scan of a screen arrives, whatever has the focus. */
export function CodeBar({
  field,
  hint,
  error,
  busy,
  onCode,
}: {
  field: RefObject<HTMLInputElement | null>
  hint: string
  error?: string | undefined
  busy: boolean
  onCode: (code: string) => void
}) {
  const scan = (code: string) => {
    if (code.trim() === '') return
    // Taken out at once, and never held up by the one before: a scanner does not wait for an answer.
    if (field.current) retype(field.current, '')
    onCode(code)
  }
  useScanner(field, scan)
  useListedKeys(keys)
  return (
    <search aria-label={t`Scan`} className="mb-5 block">
      <form
        className="grid grid-cols-[24px_minmax(0,440px)_max-content] items-start gap-3 max-sm:gap-2 [&>svg]:mt-2 [&>svg]:text-vial [&_input]:tabular-nums [&_input]:tracking-[0.04em] [&_label]:sr-only"
        aria-busy={busy || undefined}
        onSubmit={(event) => {
          event.preventDefault()
          scan(field.current?.value ?? '')
        }}
      >
        <ScanIcon size={24} />
        <TextField
          ref={field}
          name="scan"
          label={t`Scan or type a code`}
          placeholder={t`Scan or type a code`}
          autoComplete="off"
          spellCheck={false}
          error={error}
        />
        <Button type="submit">
          <Trans>
            Find
            <Key name="Enter" />
          </Trans>
        </Button>
      </form>
      <p className="visually-hidden" role="alert">
        {error}
      </p>
      <p className="hint ms-9 mt-1">{hint}</p>
    </search>
  )
}
