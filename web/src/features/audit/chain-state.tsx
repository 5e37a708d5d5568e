import { useQuery } from '@tanstack/react-query'
import { auditChain } from '#contract/audit.ts'
import { queryFor } from '../../api/queries.ts'
import { Notice } from '../../ui/notice.tsx'
import { When } from '../../ui/when.tsx'
import css from './audit.module.css'

/** How far the trail is chained and checked, and the head of the chain, to be written down elsewhere. */
export function ChainState({ zone }: { zone: string }) {
  const { data: chain } = useQuery({ ...queryFor(auditChain), refetchInterval: 60_000 })
  if (!chain) return null
  const { check, head, chainedAt, unchained, blocks } = chain
  const broken = check?.break ?? null
  return (
    <div className={css.chain}>
      <Notice kind={broken ? 'error' : check ? 'ok' : 'info'} {...(broken && { role: 'alert' })}>
        <h2 className={css.chainTitle}>
          {broken ? 'The trail is broken' : check ? 'The trail holds' : 'The trail was not checked yet'}
        </h2>
        {broken && <p>{broken}</p>}
        <p>
          {check && (
            <>
              Checked <When at={check.at} zone={zone} distance={false} />, {check.blocks} of {blocks} blocks.{' '}
            </>
          )}
          {chainedAt ? (
            <>
              Last chained <When at={chainedAt} zone={zone} distance={false} />; {unchained} newer{' '}
              {unchained === 1 ? 'entry' : 'entries'} waiting.
            </>
          ) : (
            'The first entries are chained within a minute.'
          )}
        </p>
        {head && (
          <p>
            Head <code className={css.head}>{head}</code>
            <span className={css.soft}>
              {' '}
              Keep it elsewhere: it shows whether the whole chain was made anew.
            </span>
          </p>
        )}
      </Notice>
    </div>
  )
}
