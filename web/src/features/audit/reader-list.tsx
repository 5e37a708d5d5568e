import { t } from '@lingui/core/macro'
import { sayAction } from '#contract/audit-actions.ts'
import { translated } from '../../lib/translated.ts'
import { List } from '../../screen/list.tsx'
import type { Listed } from '../../screen/use-list.ts'
import { Card } from '../../ui/card.tsx'
import { When } from '../../ui/when.tsx'
import { type Reader, SayReader } from './say-reader.tsx'

type Read = { id: string; at: string; action: string; about: string | null; by: Reader }

/** Who read or changed something, the latest first, a page at a time. */
export function ReaderList<Answer>({
  title,
  nobody,
  list,
  zone,
}: {
  title: string
  nobody: string
  list: Listed<Read, Answer>
  zone: string
}) {
  return (
    <Card title={title}>
      <List list={list} failure={t`This could not be read`} empty={nobody}>
        {(rows) => (
          <ol className="stack gap-3">
            {rows.map(({ id, at, action, about, by }) => (
              <li key={id}>
                {translated(sayAction(action))}
                {about && ` (${about})`}
                <span className="hint wrap-anywhere block">
                  <SayReader by={by} action={action} />, <When at={at} zone={zone} distance={false} />
                </span>
              </li>
            ))}
          </ol>
        )}
      </List>
    </Card>
  )
}
