import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type AnalyteEntry, type CatalogueTest, changePanel, readCatalogueTest } from '#contract/catalogue.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { fieldId } from '../../ui/form-problem.ts'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { ReasonField } from '../../ui/reason-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { PanelField } from './panel-field.tsx'
import { refreshCatalogue } from './refresh-catalogue.ts'

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
  const [chosen, setChosen] = useState(before)
  const changed = chosen.join(' ') !== before.join(' ')
  const save = useMutation({
    mutationFn: (reason: string) =>
      call(changePanel, { params, body: { follows: test.panelVersion, reason, analytes: chosen } }),
    onSuccess: async ({ message, test: saved }) => {
      toast('success', message)
      queryClient.setQueryData(queryFor(readCatalogueTest, { params }).queryKey, saved)
      onClose()
      await refreshCatalogue(queryClient)
    },
  })
  useEffect(() => document.getElementById(fieldId('analytes', scope))?.focus(), [])
  return (
    <FormShell
      scope={scope}
      error={save.error}
      pending={save.isPending}
      onSubmit={(form) => save.mutate(String(form.get('reason') ?? '').trim())}
    >
      <p className="hint">
        <Trans>
          Samples that are collected from now on have the new panel. What is at the bench already is finished,
          and corrected if need be, with the one that it came with.
        </Trans>
      </p>
      <PanelField analytes={analytes} chosen={chosen} disabled={save.isPending} onChange={setChosen} />
      <ReasonField label={t`Reason for the change`} hint={t`Kept in the history.`} required />
      <FormActions>
        <SubmitButton
          variant="quiet"
          pending={save.isPending}
          whyNot={changed ? null : t`Nothing is changed yet.`}
        >
          <Trans>Save the panel</Trans>
        </SubmitButton>
        {save.error?.code === 'changed_meanwhile' ? (
          <Button onClick={() => void refreshCatalogue(queryClient).then(onClose)}>
            <Trans>Load it again, without what is chosen here</Trans>
          </Button>
        ) : (
          <Button variant="plain" onClick={onClose}>
            <Trans>Leave it as it is</Trans>
          </Button>
        )}
      </FormActions>
    </FormShell>
  )
}
