import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type AnalyteEntry, type CatalogueTest, changePanel, readCatalogueTest } from '#contract/catalogue.ts'
import { queryFor, renew } from '../../api/queries.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Button } from '../../ui/button.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'
import { fieldId } from '../../ui/form-problem.ts'
import { ReasonField } from '../../ui/reason-field.tsx'
import { PanelField } from './panel-field.tsx'

type Given = { test: CatalogueTest; analytes: readonly AnalyteEntry[] }

/** A button, and in its place the form that changes the panel. The focus goes along. */
export function ChangePanel(given: Given) {
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLParagraphElement>(null)
  const close = () => {
    flushSync(() => setOpen(false))
    place.current?.querySelector('button')?.focus()
  }
  return open ? (
    <PanelForm {...given} onClose={close} />
  ) : (
    <p ref={place}>
      <Button onClick={() => setOpen(true)}>
        <Trans>Change the panel</Trans>
      </Button>
    </p>
  )
}

const scope = 'panel'

function PanelForm({ test, analytes, onClose }: Given & { onClose: () => void }) {
  const queryClient = useQueryClient()
  const params = { code: test.code }
  const before = test.analytes.map(({ code }) => code)
  const form = useResourceForm(changePanel, {
    params,
    start: { follows: test.panelVersion, analytes: before },
    onDone: ({ test: saved }) => {
      queryClient.setQueryData(queryFor(readCatalogueTest, { params }).queryKey, saved)
      onClose()
    },
  })
  const { analytes: chosen = before } = form.watch()
  const changed = chosen.join(' ') !== before.join(' ')
  useEffect(() => document.getElementById(fieldId('analytes', scope))?.focus(), [])
  return (
    <ResourceForm form={form} scope={scope}>
      <p className="hint">
        <Trans>
          Samples that are collected from now on have the new panel. What is at the bench already is finished,
          and corrected if need be, with the one that it came with.
        </Trans>
      </p>
      <PanelField analytes={analytes} disabled={form.pending} />
      <ReasonField label={t`Reason for the change`} hint={t`Kept in the history.`} required />
      <FormActions>
        <SubmitButton variant="quiet" whyNot={changed ? null : t`Nothing is changed yet.`}>
          <Trans>Save the panel</Trans>
        </SubmitButton>
        {form.error?.code === 'changed_meanwhile' ? (
          <Button onClick={() => void renew(changePanel).then(onClose)}>
            <Trans>Reload and discard what is chosen here</Trans>
          </Button>
        ) : (
          <Button variant="plain" onClick={onClose}>
            <Trans>Leave it as it is</Trans>
          </Button>
        )}
      </FormActions>
    </ResourceForm>
  )
}
