import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from '../api/queries.ts'
import { useSeenSites } from '../api/use-seen-sites.ts'
import { SelectField } from '../ui/fields.tsx'

/** The site of a new object, `siteId`. Nothing where there is only one site. */
export function SiteField({ hint }: { hint?: string }) {
  const { data: facts } = useQuery(queryFor(laboratory))
  const sites = useSeenSites(facts?.sites ?? [])
  if (sites.length < 2) return null
  return (
    <SelectField
      name="siteId"
      label={t`Site`}
      {...(hint !== undefined && { hint })}
      options={sites.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}
