import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ControlTarget, type ControlValue, strikeOutControlValue } from '#contract/quality.ts'
import { sayUnit } from '../../lib/units.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { TextArea } from '../../ui/fields.tsx'
import { When } from '../../ui/when.tsx'
import { sayRules, sayValue, sayZ } from './control-words.ts'

/** The value that is chosen on the chart, in words, with the way to strike it out. */
export function ChosenValue({
  value,
  target,
  zone,
}: {
  value: ControlValue
  target: ControlTarget
  zone: string
}) {
  const dialog = useFormDialog(strikeOutControlValue, { params: { id: value.id } })
  const { struckOut, responsibility, rules, instrument } = value
  const elsewhere = value.mean !== target.mean || value.sd !== target.sd
  const mean = sayValue(value.mean, target.decimals)
  const sd = sayValue(value.sd, target.decimals)
  return (
    <div className="my-4 min-h-24 rounded border-s-3 border-s-vial bg-sunk px-4 py-3 print:hidden">
      <p>
        <Trans>
          <strong className="figures">
            {sayValue(value.value, target.decimals)} {sayUnit(target.unit)}
          </strong>
          , <span className="figures">{sayZ(value.z)}</span>, <When at={value.at} zone={zone} /> by {value.by}
          .
        </Trans>{' '}
        {instrument && t`Measured on ${instrument}.`}{' '}
        {rules.length > 0 ? t`Breaks ${sayRules(rules)}.` : t`Breaks no rule.`}
        {elsewhere && <> {t`Judged by the target of its day, ${mean} with SD ${sd}.`}</>}
      </p>
      {responsibility && (
        <p>
          <Trans>
            Accepted by {responsibility.by}, <When at={responsibility.at} zone={zone} />: “
            {responsibility.text}”
          </Trans>
        </p>
      )}
      {struckOut ? (
        <p>
          <Trans>
            Struck out by {struckOut.by}, <When at={struckOut.at} zone={zone} />: “{struckOut.reason}”. It no
            longer counts.
          </Trans>
        </p>
      ) : (
        <div className="mt-2">
          <DialogForm
            {...dialog}
            opener={{ whyNot: value.whyNotStrikeOut, children: t`Strike out this value` }}
            title={t`Strike out this value`}
            leave={t`Cancel`}
            submit={t`Strike out`}
          >
            <TextArea
              name="reason"
              label={t`Reason`}
              hint={t`For a value that was entered wrongly. It stays on the chart and in the table, with your name.`}
              rows={3}
              maxLength={500}
              required
              data-first-focus=""
            />
          </DialogForm>
        </div>
      )}
    </div>
  )
}
