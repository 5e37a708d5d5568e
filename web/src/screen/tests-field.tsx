import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { catalogueTests } from '#contract/sites.ts'
import { queryFor } from '../api/queries.ts'
import { usePackages } from '../api/use-packages.ts'
import { testChoices } from '../lib/test-choices.ts'
import { MultiSelect } from '../ui/multi-select.tsx'

/** The tests and packages of an order, `testType`. Without `chosen` the form holds them. */
export function TestsField(props: Pick<ComponentProps<typeof MultiSelect>, 'chosen' | 'onChange'>) {
  const { data: catalogue = [] } = useQuery(queryFor(catalogueTests))
  const packages = usePackages()
  return (
    <MultiSelect
      {...props}
      name="testType"
      label={t`Tests`}
      choices={testChoices(catalogue, packages, props.chosen ?? [])}
      placeholder={t`Type to find a test`}
    />
  )
}
