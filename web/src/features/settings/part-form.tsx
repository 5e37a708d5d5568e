import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { FasterNotice } from './faster-notice.tsx'
import { useSaving } from './use-saving.ts'

type Versioned = { version: string }

/**
 * A form over one part of the settings. It keeps what it began with, so that what somebody else saves does not go over
 * what is being typed; saving sends the version along, and only one of two gets through.
 */
export function PartForm<Part extends Versioned, Body extends Versioned>({
  title,
  scope,
  part,
  save,
  read,
  children,
}: {
  title: string
  /** The form's name on its screen. */
  scope: string
  part: Part
  save: (body: Body) => Promise<{ message: string }>
  /** What the fields hold, without the version. */
  read: (form: FormData) => Omit<Body, 'version'>
  /** The fields, filled in with what the form began with. */
  children: (base: Part) => ReactNode
}) {
  const [base, setBase] = useState(part)
  const [renewed, setRenewed] = useState(false)
  const { saving, faster, theirs } = useSaving(save, () => setRenewed(true))
  // Saved, or asked to see what others saved: the next answer of the server is what the form begins with.
  if (renewed && part.version !== base.version) {
    setBase(part)
    setRenewed(false)
  }
  return (
    <Card aria-label={title}>
      <h2 className="mb-4 text-l">{title}</h2>
      <FormShell
        key={base.version}
        scope={scope}
        error={faster ? null : saving.error}
        pending={saving.isPending}
        onSubmit={(form) => saving.mutate({ ...read(form), version: base.version } as Body)}
      >
        {faster && (
          <FasterNotice
            onShow={() => {
              setRenewed(true)
              void theirs()
            }}
          />
        )}
        {children(base)}
        <FormActions>
          <SubmitButton pending={saving.isPending} pendingText={t`Saving…`}>
            <Trans>Save Changes</Trans>
          </SubmitButton>
        </FormActions>
      </FormShell>
    </Card>
  )
}

export const textOf = (form: FormData, name: string): string => String(form.get(name) ?? '')
/** The numbers of several fields, by their names. */
export const numbersOf = <Name extends string>(form: FormData, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, numberOf(form, name)])) as Record<Name, number>
/** What no number was typed for goes as it is, and is refused at the field. */
export const numberOf = (form: FormData, name: string): number => Number(form.get(name))
