import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readProfile } from '#contract/identity.ts'
import {
  changeManager,
  inviteManager,
  listManagers,
  type Manager,
  withdrawManager,
} from '#contract/managers.ts'
import { laboratory } from '#contract/sites.ts'
import type { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { keyOf, queryFor } from '../../api/queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.tsx'
import { SiteFields } from './access-fields.tsx'
import css from './technician-actions.module.css'

/** Who manages the laboratory, and of which sites each sees the patients. */
export function ManagersScreen() {
  const { data: managers } = useSuspenseQuery(queryFor(listManagers))
  const { data: lab } = useSuspenseQuery(queryFor(laboratory))
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  const nameOf = (id: string) => lab.sites.find((site) => site.id === id)?.name ?? 'A site'
  const columns: readonly Column<Manager>[] = [
    { header: 'Full Name', cell: ({ fullName }) => <strong>{fullName}</strong> },
    { header: 'Email', cell: ({ email }) => email },
    { header: 'Sites', cell: ({ sites }) => sites?.map(nameOf).join(', ') ?? 'All sites' },
    {
      header: 'Status',
      cell: ({ status }) => <Badge tone={status === 'Active' ? 'ok' : 'neutral'}>{status}</Badge>,
    },
    { header: 'Actions', cell: (manager) => <Actions manager={manager} sites={lab.sites} /> },
  ]
  return (
    <Page>
      <PageHeader
        title="Managers"
        about="Managers may do everything, at the sites whose patients they see."
        action={<Invite sites={lab.sites} own={me.sites?.map(({ id }) => id) ?? null} />}
      />
      <DataTable
        caption="Managers by name"
        columns={columns}
        rows={managers}
        rowKey={({ id }) => id}
        empty={null}
      />
    </Page>
  )
}

type Sites = readonly { id: string; name: string }[]

function useRefresh(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: keyOf(listManagers) })
}

const noneChosen = (sites: readonly string[] | null) =>
  sites?.length === 0 ? 'Choose at least one site.' : null

function Actions({ manager, sites }: { manager: Manager; sites: Sites }) {
  const { id, fullName, status, whyNotChange } = manager
  const refresh = useRefresh()
  const [open, setOpen] = useState<'sites' | 'withdraw' | null>(null)
  const [chosen, setChosen] = useState(manager.sites)
  const save = useMutation<{ message: string }, ApiError>({
    mutationFn: () => call(changeManager, { params: { id }, body: { sites: chosen } }),
    onSuccess: async ({ message }) => {
      toast('success', message)
      setOpen(null)
      await refresh()
    },
  })
  const withdraw = useMutation<{ message: string }, ApiError>({
    mutationFn: () => call(withdrawManager, { params: { id } }),
    onSuccess: async ({ message }) => {
      toast('success', message)
      setOpen(null)
      await refresh()
    },
    onError: (error) => toast('error', error.message),
  })
  return (
    <div className={whyNotChange === null ? css.actions : undefined}>
      <Button
        variant="plain"
        aria-label={`Sites of ${fullName}`}
        whyNot={whyNotChange}
        onClick={() => {
          setChosen(manager.sites)
          setOpen('sites')
        }}
      >
        Sites
      </Button>
      {status === 'Invited' && (
        <Button
          variant="plain"
          aria-label={`Withdraw the invitation of ${fullName}`}
          onClick={() => setOpen('withdraw')}
        >
          Withdraw
        </Button>
      )}
      <Dialog open={open === 'sites'} onClose={() => setOpen(null)} title={`Sites of ${fullName}`}>
        <FormShell error={save.error} pending={save.isPending} scope={id} onSubmit={() => save.mutate()}>
          <SiteFields sites={sites} chosen={chosen} whyNot={null} onChange={setChosen} />
          <FormActions>
            <SubmitButton pending={save.isPending} whyNot={noneChosen(chosen)}>
              Save Changes
            </SubmitButton>
          </FormActions>
        </FormShell>
      </Dialog>
      <ConfirmDialog
        open={open === 'withdraw'}
        question={`Withdraw the invitation of ${fullName}?`}
        yes="Withdraw"
        danger
        pending={withdraw.isPending}
        onYes={() => withdraw.mutate()}
        onNo={() => setOpen(null)}
      >
        <p>The link that was mailed stops working.</p>
      </ConfirmDialog>
    </div>
  )
}

function Invite({ sites, own }: { sites: Sites; own: string[] | null }) {
  const refresh = useRefresh()
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState<string[] | null>(own)
  const invite = useMutation<unknown, ApiError, { fullName: string; email: string }>({
    mutationFn: (person) => call(inviteManager, { body: { ...person, sites: chosen } }),
    onSuccess: async () => {
      toast('success', 'The invitation is on its way.')
      setOpen(false)
      await refresh()
    },
  })
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        Invite Manager
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Invite Manager">
        <FormShell
          error={invite.error}
          pending={invite.isPending}
          onSubmit={(data) =>
            invite.mutate({
              fullName: String(data.get('fullName') ?? ''),
              email: String(data.get('email') ?? ''),
            })
          }
        >
          <TextField name="fullName" label="Full Name" autoComplete="off" aria-required data-first-focus="" />
          <TextField
            name="email"
            label="Email"
            type="email"
            autoComplete="off"
            aria-required
            hint="The invitation is mailed there; its link works once, for 7 days."
          />
          <SiteFields
            sites={sites}
            chosen={chosen}
            whyNot={own === null ? null : 'Only a manager who sees all sites chooses others.'}
            onChange={setChosen}
          />
          <FormActions>
            <SubmitButton pending={invite.isPending} whyNot={noneChosen(chosen)}>
              Send Invitation
            </SubmitButton>
          </FormActions>
        </FormShell>
      </Dialog>
    </>
  )
}
