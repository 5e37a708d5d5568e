import type { Change } from '#contract/catalogue.ts'
import { When } from '../../ui/when.tsx'
import css from './change-list.module.css'
import { sayField, sayTold, startOf } from './field-words.ts'

/** How something was changed: who, when, why, and each field with its old and new value. */
export function ChangeList({ history, zone }: { history: readonly Change[]; zone: string }) {
  if (history.length === 0)
    return <p className={css.soft}>Nothing was changed since it came with the product.</p>
  return (
    <ol className={css.list}>
      {history.map(({ at, by, reason, added, changes }) => (
        <li key={at + JSON.stringify(changes)} className={css.change}>
          <p>
            <strong>{by ?? 'The system'}</strong>, <When at={at} zone={zone} />
            {added ? ': added' : reason && <>: {reason}</>}
          </p>
          <dl className={css.fields}>
            {(added ? startOf(changes) : changes).map(({ field, before, after }) => (
              <div key={field}>
                <dt>{sayField(field)}</dt>
                <dd>
                  {!added && (
                    <>
                      <del>{sayTold(field, before)}</del> <span aria-hidden="true">→</span>{' '}
                    </>
                  )}
                  <ins>{sayTold(field, after)}</ins>
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ol>
  )
}
