import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readProfile } from '#contract/access.ts'
import { listManagers, type Manager } from '#contract/managers.ts'
import { laboratory } from '#contract/sites.ts'
import { everySite } from '../../api/every-site.ts'
import { queryFor } from '../../api/queries.ts'
import { Screen } from '../../screen/screen.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { MailAddress } from '../../ui/mail-address.tsx'
import { InviteManager } from './invite-manager.tsx'
import { ManagerActions } from './manager-actions.tsx'
import { ShowLeft } from './show-left.tsx'
import { Standing } from './standing.tsx'

/** Who manages the laboratory, and of which sites each sees the patients; those who left only when asked for. */
export function ManagersScreen() {
  const { data: all } = useSuspenseQuery(queryFor(listManagers))
  const { data: lab } = useSuspenseQuery(queryFor(laboratory))
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  const [withLeft, setWithLeft] = useState(false)
  const managers = all.filter(({ status }) => status !== 'Deactivated')
  const left = all.length - managers.length
  const known = everySite(lab)
  const nameOf = (id: string) => known.find((site) => site.id === id)?.name ?? t`A site`
  // Whoever is limited to the only site is shown too: somebody has to be able to undo it.
  const sites = known.length > 1 || managers.some((one) => one.sites !== null) ? known : null
  const own = me.sites?.map(({ id }) => id) ?? null
  const siteColumn: Column<Manager> = {
    header: t`Sites`,
    cell: (manager) => manager.sites?.map(nameOf).join(', ') ?? t`All sites`,
  }
  const columns: readonly Column<Manager>[] = [
    {
      header: t`Full Name`,
      cell: ({ fullName }) => <strong>{fullName}</strong>,
      sort: ({ fullName }) => fullName,
    },
    { header: t`Email`, cell: ({ email }) => <MailAddress address={email} />, sort: ({ email }) => email },
    ...(sites ? [siteColumn] : []),
    { header: t`Status`, cell: (manager) => <Standing person={manager} /> },
    {
      header: t`Actions`,
      cell: (manager) =>
        manager.status !== 'Deactivated' ? (
          <ManagerActions manager={manager} sites={sites} />
        ) : managers.some(({ email }) => email === manager.email) ? (
          '—'
        ) : (
          <div className="my-[-9px] flex flex-wrap">
            <InviteManager sites={sites} own={own} left={manager} />
          </div>
        ),
    },
  ]
  return (
    <Screen
      title={t`Managers`}
      about={
        sites
          ? t`Managers can do everything at the sites whose patients they see.`
          : t`Managers can do everything.`
      }
      action={<InviteManager sites={sites} own={own} />}
    >
      <ShowLeft count={left} shown={withLeft} onShow={setWithLeft} />
      <DataTable
        caption={t`Managers by name`}
        columns={columns}
        rows={withLeft ? all : managers}
        rowKey={({ id }) => id}
        empty={null}
      />
    </Screen>
  )
}
