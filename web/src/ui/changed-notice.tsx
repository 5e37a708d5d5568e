import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

/**
 * What a form is about was changed by somebody else, perhaps by the same person in another window: what is new, and the
 * two ways on. What was typed stays until the second is chosen. Without a first way there is nothing left to do here.
 */
export function ChangedNotice({
  title,
  news,
  onKeepMine,
  takeOver = t`Show it as it is now`,
  onTakeOver,
}: {
  title: string
  /** What it is now, by the name of what has changed. */
  news: readonly (readonly [name: string, value: string])[]
  onKeepMine?: (() => void) | undefined
  takeOver?: string
  onTakeOver: () => void
}) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <Notice kind="warning" role="alert" tabIndex={-1} ref={notice} className="focus:focused">
      <h2>{title}</h2>
      {onKeepMine && (
        <p>
          <Trans>What you typed is kept below.</Trans>
        </p>
      )}
      {news.length > 0 && (
        <>
          <p>
            <Trans>This is new:</Trans>
          </p>
          <ul>
            {news.map(([name, value]) => (
              <li key={name}>
                {name}: {value}
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {onKeepMine && (
          <Button className="bg-card" onClick={onKeepMine}>
            <Trans>Continue with what I typed</Trans>
          </Button>
        )}
        <Button className="bg-card" onClick={onTakeOver}>
          {takeOver}
        </Button>
      </div>
    </Notice>
  )
}
