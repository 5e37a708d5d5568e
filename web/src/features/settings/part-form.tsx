import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { BodyInput, Endpoint } from '#contract/endpoint.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { type AnyParams, type FormOptions, useResourceForm } from '../../screen/use-resource-form.ts'
import { Card } from '../../ui/card.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'

type Versioned = { version: string }

/** A form for one part of the settings. A change that another person saves meanwhile does not overwrite typed values. */
export function PartForm<E extends Endpoint, Part extends Versioned>({
  title,
  scope,
  part,
  endpoint,
  params,
  body,
  onDone,
  children,
}: {
  title: string
  /** The form's name on its screen. */
  scope: string
  part: Part
  endpoint: E
  params?: AnyParams<E>
  body?: NonNullable<FormOptions<E, Part, unknown>['body']>
  /** Called with the saved part. */
  onDone?: (saved: BodyInput<E>) => void
  children: ReactNode
}) {
  const form = useResourceForm(endpoint, {
    of: part,
    guarded: true,
    ...(params !== undefined && { params }),
    ...(body && { body }),
    ...(onDone && { onDone: (_: unknown, saved: BodyInput<E>) => onDone(saved) }),
  })
  return (
    <Card aria-label={title}>
      <h2 className="mb-4 text-l">{title}</h2>
      <ResourceForm form={form} scope={scope}>
        {children}
        <FormActions>
          <SubmitButton pendingText={t`Saving…`}>
            <Trans>Save Changes</Trans>
          </SubmitButton>
        </FormActions>
      </ResourceForm>
    </Card>
  )
}
