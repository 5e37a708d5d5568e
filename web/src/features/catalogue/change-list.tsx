import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Change } from '#contract/catalogue.ts'
import { When } from '../../ui/when.tsx'
import { sayField, sayTold, startOf } from './field-words.ts'

/** How something was changed: who, when, why, and each field with its old and new value. */
export function ChangeList({ history, zone }: { history: readonly Change[]; zone: string }) {
  if (history.length === 0)
    return (
      <p className="text-ink-soft">
        <Trans>Unchanged since it came with the product.</Trans>
      </p>
    )
  return (
    <ol className="stack gap-4">
      {history.map(({ at, by, reason, added, changes }) => (
        <li key={at + JSON.stringify(changes)} className="border-s-2 ps-4">
          <p>
            <strong>{by ?? t`The system`}</strong>, <When at={at} zone={zone} />
            {added ? ': added' : reason && <>: {reason}</>}
          </p>
          <dl className="stack mt-1 gap-1 text-s">
            {(added ? startOf(changes) : changes).map(({ field, before, after }) => (
              <div key={field}>
                <dt className="inline text-ink-soft after:content-[':_']">{sayField(field)}</dt>
                <dd className="wrap-anywhere inline">
                  {!added && (
                    <>
                      <del className="text-ink-soft">{sayTold(field, before)}</del>{' '}
                      <span aria-hidden="true">→</span>{' '}
                    </>
                  )}
                  <ins className="font-600 no-underline">{sayTold(field, after)}</ins>
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ol>
  )
}
