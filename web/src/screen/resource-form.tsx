import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { get } from 'react-hook-form'
import { sessionToken } from '../api/session.ts'
import { ChangedNotice } from '../ui/changed-notice.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { FormFieldsContext } from '../ui/form-fields.ts'
import { FormFrame, labelOf } from '../ui/form-frame.tsx'
import type { ResourceFormState } from './use-resource-form.ts'

/** A form for a call of the contract; `form` comes from `useResourceForm`. Fields inside need only their name. */
export function ResourceForm({
  form,
  scope = '',
  changed = t`Somebody else changed this meanwhile`,
  children,
}: {
  form: ResourceFormState
  /** The name of this form, if several forms of a screen have fields with the same names. */
  scope?: string
  /** The title of the notice if another person saved first. */
  changed?: string
  children: ReactNode
}) {
  const { meanwhile } = form
  const forget = useRef(form.forget)
  useEffect(() => {
    forget.current = form.forget
  })
  // A layout effect, so that it runs before another form takes the place of this form.
  useLayoutEffect(() => () => forget.current(), [])
  return (
    <FormFieldsContext value={form.fields}>
      <FormFrame
        form={form.element}
        problem={form.problem}
        told={form.told}
        pending={form.pending}
        scope={scope}
        onSubmit={form.submit}
        onChange={(event) => form.noteChange(event, scope)}
        onFocus={form.warm}
        noteMended={form.noteMended}
      >
        {meanwhile && (
          <ChangedNotice
            title={changed}
            news={newsOf(meanwhile.before, meanwhile.after, form.element.current, scope)}
            onKeepMine={meanwhile.keepMine}
            onTakeOver={meanwhile.takeOver}
          />
        )}
        <Fragment key={form.turn}>{children}</Fragment>
      </FormFrame>
      {form.guarded && <LeaveGuard when={form.dirty && !form.pending} />}
    </FormFieldsContext>
  )
}

/** The values that another person changed, by the labels of their fields and as the fields show them. */
function newsOf(before: object, after: object, form: HTMLFormElement | null, scope: string) {
  const said = new Map<string, string>()
  for (const control of form?.elements ?? []) {
    const name = control.getAttribute('name') ?? ''
    const value: unknown = get(after, name)
    if (name !== '' && JSON.stringify(value) !== JSON.stringify(get(before, name)))
      said.set(labelOf(name, scope), sayValue(control, value))
  }
  return [...said]
}

function sayValue(control: Element, value: unknown): string {
  if (control instanceof HTMLSelectElement) {
    const option = [...control.options].find((one) => one.value === String(value ?? ''))
    if (option) return option.text
  }
  if (typeof value === 'boolean') return value ? t`yes` : t`no`
  return value === null || value === undefined || value === '' ? '–' : String(value)
}

/** Asks before typed values are lost. After the end of a session it does not ask, since the typed values are then kept. */
function LeaveGuard({ when }: { when: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => when && sessionToken() !== null,
    enableBeforeUnload: when,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      question={t`Leave without saving?`}
      yes={t`Leave`}
      no={t`Stay here`}
      danger
      onYes={() => proceed?.()}
      onNo={() => reset?.()}
    >
      <p>
        <Trans>Your changes are not saved yet.</Trans>
      </p>
    </ConfirmDialog>
  )
}
