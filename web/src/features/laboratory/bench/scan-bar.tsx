import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { findOnBench } from '#contract/bench.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { call } from '../../../api/client.ts'
import { useCall } from '../../../screen/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { Key } from '../../../ui/key.tsx'
import { useListedKeys } from '../../../ui/listed-keys.ts'
import { retype } from '../../../ui/takes-typing.ts'
import { ScanIcon } from './scan-icon.tsx'
import { useScanner } from './use-scanner.ts'

export type Found = ResponseOf<typeof findOnBench>

const keys = [{ name: 'Enter', words: t`Find what was typed into the scan field` }]

/**
 * Where every scan of a bench screen arrives, whatever has the focus. It opens the sample or visit, unless the screen
 * itself has a use for it: `onFound` says so by answering true.
 */
export function ScanBar({
  onFound,
  onFailed,
  hint,
}: {
  onFound?: (found: Found) => boolean
  /** A code that means nothing: for screens that keep what went wrong. */
  onFailed?: (code: string, why: string) => void
  hint?: string
}) {
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const find = useCall((code: string) => call(findOnBench, { query: { code } }), {
    says: false,
    onDone: (found) => {
      if (onFound?.(found)) return
      void (found.kind === 'visit'
        ? navigate({ to: '/collect/$visitId', params: { visitId: found.id } })
        : navigate({ to: '/sample/$accession', params: { accession: found.id } }))
    },
    onRefused: (error, code) => {
      onFailed?.(code, error.message)
      // The next scan may have begun: only an empty field gets the code back, to be looked at.
      const own = field.current
      if (own?.value !== '') return
      retype(own, code)
      own.focus()
      own.select()
    },
  })
  const scan = (code: string) => {
    if (code.trim() === '') return
    // Taken out at once, and never held up by the one before: a scanner does not wait for an answer.
    if (field.current) retype(field.current, '')
    find.mutate(code)
  }
  useScanner(field, scan)
  useListedKeys(keys)
  return (
    <search aria-label={t`Scan`} className="mb-5 block">
      <form
        className="grid grid-cols-[24px_minmax(0,440px)_max-content] items-start gap-3 max-sm:gap-2 [&>svg]:mt-2 [&>svg]:text-vial [&_input]:tabular-nums [&_input]:tracking-[0.04em] [&_label]:sr-only"
        aria-busy={find.isPending || undefined}
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
          error={find.error?.message}
        />
        <Button type="submit">
          <Trans>
            Find
            <Key name="Enter" />
          </Trans>
        </Button>
      </form>
      <p className="visually-hidden" role="alert">
        {find.error?.message}
      </p>
      <p className="hint ms-9 mt-1">
        {hint ??
          t`A visit’s reference, a person’s or a sample’s number. A scanner is heard anywhere on this screen.`}
      </p>
    </search>
  )
}
