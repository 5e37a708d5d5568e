import { Trans } from '@lingui/react/macro'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { CheckIcon, InfoIcon, WarningIcon } from './icons.tsx'

export type NoticeKind = 'info' | 'ok' | 'warning' | 'error'

const kinds = {
  info: 'border-sky bg-sky-soft text-sky-ink',
  ok: 'border-leaf bg-leaf-soft text-leaf-ink',
  warning: 'border-agar bg-agar-soft text-agar-ink',
  error: 'border-carmine bg-carmine-soft text-carmine',
}

/** A message that stays in the page. Passing ones are toasts. */
export function Notice({
  kind = 'info',
  children,
  ...props
}: { kind?: NoticeKind; children: ReactNode } & ComponentProps<'div'>) {
  return (
    <div {...props} className={classNames('notice', kinds[kind], props.className)}>
      {kind === 'info' ? <InfoIcon /> : kind === 'ok' ? <CheckIcon /> : <WarningIcon />}
      <div className="stack min-w-0 gap-1 text-ink">{children}</div>
    </div>
  )
}

/** Under which name the log has the cause, to quote to the laboratory. */
export function Reference({ id }: { id: string | undefined }) {
  return id ? (
    <p className="hint">
      <Trans>Reference {id}</Trans>
    </p>
  ) : null
}
