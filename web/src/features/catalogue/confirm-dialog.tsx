import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AnalyteEntry } from '#contract/catalogue.ts'
import { confirmIntervals } from '#contract/catalogue.ts'
import { call } from '../../api/client.ts'
import { sayUnit } from '../../lib/units.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormShell } from '../../ui/form-shell.tsx'
import { toast } from '../../ui/toast.tsx'
import { sayInterval } from './interval-words.ts'
import { refreshCatalogue } from './refresh-catalogue.ts'

type Asked = {
  entries: readonly Pick<AnalyteEntry, 'code' | 'name' | 'unit' | 'decimals' | 'interval'>[]
  onClose: () => void
  onDone?: () => void
}

/** What it means to confirm, and what is confirmed, before it is done. */
export function ConfirmIntervalsDialog({ open, ...asked }: Asked & { open: boolean }) {
  const [first] = asked.entries
  const title =
    asked.entries.length === 1
      ? t`Confirm the interval of ${first?.name ?? ''}?`
      : t`Confirm ${asked.entries.length} intervals?`
  return (
    <Dialog open={open} onClose={asked.onClose} title={title} question>
      <ConfirmForm {...asked} />
    </Dialog>
  )
}

function ConfirmForm({ entries, onClose, onDone }: Asked) {
  const queryClient = useQueryClient()
  const confirm = useMutation({
    mutationFn: (note: string) =>
      call(confirmIntervals, {
        body: {
          intervals: entries.map(({ code, interval }) => ({ analyte: code, follows: interval.version })),
          note,
        },
      }),
    onSuccess: ({ message }) => {
      toast('success', message)
      onClose()
      onDone?.()
    },
    onSettled: () => refreshCatalogue(queryClient),
  })
  return (
    <FormShell
      error={confirm.error}
      pending={confirm.isPending}
      onSubmit={(form) => confirm.mutate(String(form.get('note')))}
    >
      <p>
        <Trans>
          You say, for this laboratory, that these limits are right for the people it serves. Results and
          reports no longer call them “to be confirmed”. Your name, the time and what you note stay with them;
          other limits can follow, these can be read for good.
        </Trans>
      </p>
      <ul className="stack gap-3">
        {entries.map(({ code, name, unit, decimals, interval }) => (
          <li key={code}>
            <strong>{name}</strong> <span className="hint">{sayUnit(unit)}</span>
            {sayInterval(interval, decimals).map((line) => (
              <span key={line} className="block tabular-nums">
                {line}
              </span>
            ))}
            <span className="hint">{interval.source || t`No source is given.`}</span>
          </li>
        ))}
      </ul>
      <TextField
        name="note"
        label={t`Note`}
        optional
        maxLength={500}
        autoComplete="off"
        hint={t`What it rests on, for example a study of your own.`}
      />
      <DialogActions>
        <Button data-first-focus onClick={onClose}>
          <Trans>Not yet</Trans>
        </Button>
        <Button type="submit" variant="primary" pending={confirm.isPending}>
          <Trans>Confirm</Trans>
        </Button>
      </DialogActions>
    </FormShell>
  )
}
