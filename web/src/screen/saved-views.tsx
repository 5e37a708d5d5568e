import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type KeptView, keepViews, keptViews } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/fields.tsx'
import { CloseIcon } from '../ui/icons.tsx'
import { DialogForm } from './dialog-form.tsx'
import { useFiltersHere } from './use-filters.ts'
import { useFormDialog } from './use-form-dialog.ts'
import { noCall } from './use-resource-form.ts'

/**
 * Saved views of a list, as links. They are kept in this browser, and so contain no searched words and no filter that tells
 * something about a patient.
 */
export function SavedViews({ of, unkept }: { of: string; unkept: readonly string[] }) {
  const { search, typed } = useFiltersHere()
  const [views, setViews] = useState(() => keptViews(of))
  const keep = (next: readonly KeptView[]) => {
    keepViews(of, next)
    setViews(next)
  }
  const shown = Object.fromEntries(
    Object.entries(search).filter(([key, value]) => value !== undefined && key !== 'page'),
  ) as KeptView['search']
  const dialog = useFormDialog(noCall<{ name: string }>(), {
    body: ({ name }) => ({ name: name.trim() }),
    send: async ({ name }) => keep([...views.filter((one) => one.name !== name), { name, search: shown }]),
  })
  const isKept = views.some((one) => sameView(one.search, shown))
  const mayKeep =
    Object.keys(shown).length > 0 &&
    !isKept &&
    !unkept.some((key) => key in shown) &&
    !Object.values(typed).some(Boolean)
  if (views.length === 0 && !mayKeep) return null
  return (
    <nav className="row mb-4 gap-x-4 gap-y-1 print:hidden" aria-label={t`Saved views`}>
      {views.map((view) => (
        <span key={view.name} className="inline-flex items-center">
          <Link
            to="."
            search={view.search as never}
            resetScroll={false}
            className="tap"
            {...(sameView(view.search, shown) && { 'aria-current': 'true' as const })}
          >
            {view.name}
          </Link>
          <Button
            variant="plain"
            icon
            aria-label={t`Delete the view ${view.name}`}
            onClick={() => keep(views.filter((one) => one !== view))}
          >
            <CloseIcon size={16} />
          </Button>
        </span>
      ))}
      <DialogForm
        {...dialog}
        {...(mayKeep && { opener: { variant: 'plain', children: t`Save this view` } })}
        title={t`Save this view`}
        submit={<Trans>Save</Trans>}
        scope="view"
      >
        <TextField
          name="name"
          label={t`Name`}
          required
          maxLength={40}
          autoComplete="off"
          hint={t`The view is saved in this browser for everybody who uses it. Do not write a patient’s name.`}
        />
      </DialogForm>
    </nav>
  )
}

function sameView(one: KeptView['search'], other: KeptView['search']): boolean {
  const said = (view: KeptView['search']) => JSON.stringify(Object.entries(view).sort())
  return said(one) === said(other)
}
