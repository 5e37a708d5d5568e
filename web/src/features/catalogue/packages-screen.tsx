import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readCatalogue } from '#contract/catalogue.ts'
import { readPackages, type TestPackage } from '#contract/packages.ts'
import { queryFor } from '../../api/queries.ts'
import { sayList } from '../../lib/locale.ts'
import { Screen } from '../../screen/screen.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { PackageForm } from './package-form.tsx'

/** The list of packages, with forms to add and change them. */
export function PackagesScreen() {
  const { data } = useSuspenseQuery(queryFor(readPackages))
  const { data: catalogue } = useSuspenseQuery(queryFor(readCatalogue))
  const [edited, setEdited] = useState<TestPackage | 'new' | null>(null)
  const names = new Map(catalogue.tests.map(({ code, name }) => [code, name]))
  const columns: readonly Column<TestPackage>[] = [
    {
      header: t`Package`,
      sort: ({ name }) => name,
      cell: ({ code, name, about, bookable }) => (
        <>
          <strong>{name}</strong> <span className="hint whitespace-nowrap">{code}</span>{' '}
          {!bookable && <Badge>{t`Not bookable`}</Badge>}
          <span className="hint block">{about}</span>
        </>
      ),
    },
    { header: t`Tests`, cell: ({ tests }) => sayList(tests.map((code) => names.get(code) ?? code)) },
    {
      header: t`Change`,
      align: 'end',
      cell: (one) => (
        <Button
          className="whitespace-nowrap"
          aria-label={t`Change ${one.name}`}
          onClick={() => setEdited(one)}
        >
          <Trans>Change</Trans>
        </Button>
      ),
    },
  ]
  return (
    <Screen
      rhythm="cards"
      title={t`Packages`}
      about={t`A package is a name for several tests, and is booked like a test. It can have a price of its own.`}
      action={
        <Button variant="primary" onClick={() => setEdited('new')}>
          <PlusIcon size={18} />
          <Trans>Add a package</Trans>
        </Button>
      }
    >
      <DataTable
        caption={t`Packages`}
        rows={data.packages}
        rowKey={({ code }) => code}
        columns={columns}
        empty={<p>{t`No packages yet.`}</p>}
      />
      {edited && (
        <PackageForm
          of={edited === 'new' ? null : edited}
          tests={catalogue.tests}
          taken={[...names.keys(), ...data.packages.map(({ code }) => code)]}
          onClose={() => setEdited(null)}
        />
      )}
    </Screen>
  )
}
