import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { actionChoices } from '#contract/audit-actions.ts'
import { translated } from '../../lib/translated.ts'
import { Button } from '../../ui/button.tsx'
import { DateRange } from '../../ui/date-range.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { type AuditSearch, readAuditSearch } from './audit-search.ts'

const actions = actionChoices
  .map(({ value, label }) => ({ value, label: translated(label) }))
  .toSorted((one, other) => one.label.localeCompare(other.label))

type Typed = { who: string; about: string }

/** What the trail is narrowed by. */
export function AuditFilters({
  typed,
  onTyped,
  search,
  onSearch,
}: {
  typed: Typed
  onTyped: (typed: Typed) => void
  search: AuditSearch
  onSearch: (search: AuditSearch) => void
}) {
  const set = (change: Partial<AuditSearch>) => onSearch(readAuditSearch({ ...search, ...change }))
  const narrowed =
    typed.who !== '' || typed.about !== '' || Object.values(search).some((value) => value !== undefined)
  return (
    <search
      className="cols-fill-168 mb-6 grid items-start gap-4 max-sm:grid-cols-2 max-sm:gap-3"
      aria-label={t`Audit trail`}
    >
      <TextField
        name="who"
        label={t`Person`}
        type="search"
        hint={search.by ? t`Only one person is shown` : t`Who did it: name or e-mail`}
        value={typed.who}
        maxLength={200}
        onChange={(event) => onTyped({ ...typed, who: event.currentTarget.value })}
      />
      <TextField
        name="about"
        label={t`Subject`}
        type="search"
        hint={search.about ? t`Only one subject is shown` : t`Reference, accession, e-mail`}
        value={typed.about}
        maxLength={254}
        onChange={(event) => {
          if (search.about) set({ about: undefined })
          onTyped({ ...typed, about: event.currentTarget.value })
        }}
      />
      <SelectField
        name="action"
        label={t`Action`}
        placeholder={t`Any`}
        options={actions}
        value={search.action ?? ''}
        onChange={(event) => set({ action: event.currentTarget.value })}
      />
      <DateRange from={search.from} to={search.to} onChange={set} />
      {narrowed && (
        <div className="pt-6.5 max-sm:col-span-2 max-sm:pt-0">
          <Button
            variant="plain"
            onClick={() => {
              onTyped({ who: '', about: '' })
              onSearch(readAuditSearch({}))
            }}
          >
            <Trans>Show all</Trans>
          </Button>
        </div>
      )}
    </search>
  )
}
