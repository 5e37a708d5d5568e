import { t } from '@lingui/core/macro'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { findOnBench } from '#contract/bench.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { call } from '../../../api/client.ts'
import { useCall } from '../../../screen/use-call.ts'
import { retype } from '../../../ui/takes-typing.ts'
import { CodeBar } from './code-bar.tsx'

export type Found = ResponseOf<typeof findOnBench>

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
  return (
    <CodeBar
      field={field}
      busy={find.isPending}
      error={find.error?.message}
      hint={hint ?? t`Visit reference, person number or sample number. You can scan anywhere on this screen.`}
      onCode={(code) => find.mutate(code)}
    />
  )
}
