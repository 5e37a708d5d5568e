import { t } from '@lingui/core/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { searchAudit } from '#contract/audit.ts'
import { messages } from '#contract/messages.ts'
import { queryFor } from '../../api/queries.ts'
import { browserZone } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { Failed } from '../../ui/failed.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { useKeyPages } from '../../ui/use-key-pages.ts'
import { useSettled } from '../../ui/use-settled.ts'
import { AuditFilters } from './audit-filters.tsx'
import type { AuditSearch } from './audit-search.ts'
import { AuditTable } from './audit-table.tsx'
import { ChainState } from './chain-state.tsx'

const pageSize = 25

/** Who saw and changed what: the chain's state, what the trail is narrowed by, and its entries. */
export function AuditScreen({
  search,
  onSearch,
}: {
  search: AuditSearch
  onSearch: (search: AuditSearch) => void
}) {
  const [who, setWho] = useState('')
  const [about, setAbout] = useState('')
  const words = { who: useSettled(who.trim()), about: useSettled(about.trim()) }
  const query = {
    ...search,
    ...(words.who && { who: words.who }),
    ...(words.about && { about: words.about }),
  }
  const { cursor, pager } = useKeyPages(JSON.stringify(query))
  const entries = useQuery({
    ...queryFor(searchAudit, { query: { ...query, limit: pageSize, cursor } }),
    placeholderData: keepPreviousData,
  })
  const zone = browserZone()
  return (
    <Page>
      <PageHeader title={t`Audit trail`} about={t`Who saw and changed what, latest first.`} />
      <ChainState zone={zone} />
      <AuditFilters
        typed={{ who, about }}
        onTyped={(typed) => {
          setWho(typed.who)
          setAbout(typed.about)
        }}
        search={search}
        onSearch={onSearch}
      />
      {entries.data ? (
        <div aria-busy={entries.isPlaceholderData || undefined}>
          <AuditTable entries={entries.data.rows} zone={zone} search={search} onSearch={onSearch} />
          <Pager {...pager(entries.data.nextCursor)} />
        </div>
      ) : entries.error ? (
        <Failed
          error={entries.error}
          failure={t`The audit trail could not be read`}
          onRetry={() => void entries.refetch()}
        />
      ) : (
        <SkeletonLines count={6} says={translated(messages.loading.any)} />
      )}
    </Page>
  )
}
