import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AnalyteEntry } from '#contract/catalogue.ts'
import { confirmIntervals } from '#contract/catalogue.ts'
import { sayUnit } from '../../lib/units.ts'
import { DialogForm, type Opener } from '../../screen/dialog-form.tsx'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { TextField } from '../../ui/fields.tsx'
import { sayInterval } from './interval-words.ts'

type Asked = {
  entries: readonly Pick<AnalyteEntry, 'code' | 'name' | 'unit' | 'decimals' | 'interval'>[]
  opener: Opener
  onDone?: () => void
}

/** What it means to confirm, and what is confirmed, before it is done. */
export function ConfirmIntervals({ entries, opener, onDone }: Asked) {
  const [first] = entries
  const title =
    entries.length === 1
      ? t`Confirm the interval of ${first?.name ?? ''}?`
      : t`Confirm ${entries.length} intervals?`
  const dialog = useFormDialog(confirmIntervals, {
    start: { intervals: entries.map(({ code, interval }) => ({ analyte: code, follows: interval.version })) },
    ...(onDone && { onDone }),
  })
  return (
    <DialogForm {...dialog} opener={opener} title={title} question leave={t`Not yet`} submit={t`Confirm`}>
      <p>
        <Trans>
          You confirm for this laboratory that these limits suit the people it serves. Results and reports no
          longer call them “to be confirmed”. Your name, the time and your note stay with them. Other limits
          can follow; these stay readable.
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
        hint={t`Its basis, for example a study of your own.`}
      />
    </DialogForm>
  )
}
