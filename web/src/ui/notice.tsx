import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { CheckIcon, InfoIcon, WarningIcon } from './icons.tsx'
import css from './notice.module.css'

export type NoticeKind = 'info' | 'ok' | 'warning' | 'error'

/** A message that stays in the page. Passing ones are toasts. */
export function Notice({
  kind = 'info',
  children,
  ...props
}: { kind?: NoticeKind; children: ReactNode } & ComponentProps<'div'>) {
  return (
    <div {...props} className={classNames(css.notice, css[kind], props.className)}>
      {kind === 'info' ? <InfoIcon /> : kind === 'ok' ? <CheckIcon /> : <WarningIcon />}
      <div className={css.body}>{children}</div>
    </div>
  )
}

/** Under which name the log has the cause, to quote to the laboratory. */
export function Reference({ id }: { id: string | undefined }) {
  return id ? <p className={css.reference}>Reference {id}</p> : null
}
