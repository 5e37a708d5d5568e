import { t } from '@lingui/core/macro'
import { searchAudit } from '#contract/audit.ts'
import { actionChoices, isAction } from '#contract/audit-actions.ts'
import { browserZone } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { Choice, Days, FilterBar, Words } from '../../screen/filter-bar.tsx'
import { ListScreen } from '../../screen/list.tsx'
import { noMatch } from '../../screen/rows.tsx'
import { useFilters } from '../../screen/use-filters.ts'
import { useList } from '../../screen/use-list.ts'
import { LockedCabinetDrawing } from '../../ui/drawings.tsx'
import { auditColumns } from './audit-columns.tsx'
import { auditAddress } from './audit-search.ts'
import { ChainState } from './chain-state.tsx'

const actions = actionChoices
  .map(({ value, label }) => ({ value, label: translated(label) }))
  .toSorted((one, other) => one.label.localeCompare(other.label))

/** Who saw and changed what: the chain's state, what the trail is narrowed by, and its entries. */
export function AuditScreen() {
  const filters = useFilters(auditAddress)
  const { search, words } = filters
  // Checked here and not in the address: the list of actions is long, and addresses are read on a patient's first visit.
  const action = search.action && isAction(search.action) ? search.action : undefined
  const zone = browserZone()
  return (
    <ListScreen
      title={t`Audit trail`}
      about={t`Who saw and changed what, latest first.`}
      above={<ChainState zone={zone} />}
      filters={
        <FilterBar label={t`Audit trail`} filters={filters} views="audit" unkept={['about']}>
          <Words
            name="who"
            label={t`Person`}
            hint={search.by ? t`Only one person is shown` : t`Who did it: name or e-mail address`}
          />
          <Words
            name="about"
            label={t`Subject`}
            hint={search.about ? t`Only one subject is shown` : t`Reference, accession, e-mail`}
            most={254}
            instead="about"
          />
          <Choice name="action" label={t`Action`} options={actions} />
          <Days />
        </FilterBar>
      }
      list={useList(searchAudit, { query: { ...search, ...words, action, limit: 25 } })}
      failure={t`The audit trail could not be read`}
      caption={t`Audit trail, latest first`}
      columns={auditColumns(zone, filters.set)}
      rowKey={({ id }) => id}
      empty={{ picture: <LockedCabinetDrawing />, ...noMatch }}
    />
  )
}
