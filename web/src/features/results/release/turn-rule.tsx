import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { BodyInput } from '#contract/endpoint.ts'
import { type ReleaseRule, turnOffReleaseRule, turnOnReleaseRule } from '#contract/release.ts'
import { readNumber } from '../../../lib/read-number.ts'
import { sayUnit } from '../../../lib/units.ts'
import { DialogForm } from '../../../screen/dialog-form.tsx'
import { useFormDialog } from '../../../screen/use-form-dialog.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea, TextField } from '../../../ui/fields.tsx'

type Limits = NonNullable<BodyInput<typeof turnOnReleaseRule>['limits']>

/** Puts a rule in force, or another version of it, with a reason. */
export function TurnOn({ rule }: { rule: ReleaseRule }) {
  const { test, inForce, analytes } = rule
  const numbers = analytes.filter(({ quantity }) => quantity)
  const dialog = useFormDialog(turnOnReleaseRule, {
    body: (held) => ({ test, reason: held.reason, limits: limitsIn(held, numbers) }),
  })
  return (
    <>
      <Button onClick={dialog.show}>
        {inForce ? t`Change` : t`Turn on`}
        <span className="visually-hidden">
          {' '}
          <Trans>automatic release of {test}</Trans>
        </span>
      </Button>
      <DialogForm
        {...dialog}
        title={inForce ? t`New version for ${test}` : t`Turn on automatic release of ${test}?`}
        leave={inForce ? t`Keep this version` : t`Leave it off`}
        submit={inForce ? t`Save the new version` : t`Turn on`}
      >
        <p>
          <Trans>
            From now on, results of this test are released without a person if nothing in them needs
            attention. Your name and the reason stay with this version.
          </Trans>
        </p>
        <TextArea name="reason" label={t`Reason`} required rows={2} maxLength={500} data-first-focus="" />
        {numbers.length > 0 && (
          <details
            className="[&_summary]:list-item [&_summary]:min-h-target [&_summary]:cursor-pointer [&_summary]:py-2"
            open={dialog.form.problem ? true : undefined}
          >
            <summary>
              <Trans>Limits instead of the intervals</Trans>
            </summary>
            <p className="hint">
              <Trans>If empty, the confirmed interval for the patient applies.</Trans>
            </p>
            {numbers.map(({ code, name, unit }) => (
              <div key={code} className="mb-3 grid grid-cols-[1fr_1fr] gap-3">
                <TextField
                  name={lowField(code)}
                  label={t`${name} from`}
                  hint={sayUnit(unit) || undefined}
                  inputMode="decimal"
                  pattern={numberForm}
                  defaultValue={inForce?.limits[code]?.low ?? ''}
                />
                <TextField
                  name={highField(code)}
                  label={t`${name} to`}
                  hint={sayUnit(unit) || undefined}
                  inputMode="decimal"
                  pattern={numberForm}
                  defaultValue={inForce?.limits[code]?.high ?? ''}
                />
              </div>
            ))}
          </details>
        )}
      </DialogForm>
    </>
  )
}

type Numbers = readonly { code: string }[]

const lowField = (code: string) => `limits.${code}.low`
const highField = (code: string) => `limits.${code}.high`

/** What `readNumber` reads; a comma before three digits may part thousands. */
const numberForm = String.raw`\s*[\-+]?\d+(\.\d+|,\d{1,2}|,\d{4,})?\s*`

function limitsIn({ limits }: object & { limits?: unknown }, numbers: Numbers): Limits {
  const typed = limits as Readonly<Record<string, { low?: string; high?: string }>> | undefined
  return Object.fromEntries(
    numbers.flatMap(({ code }) => {
      const low = readNumber(typed?.[code]?.low ?? '', null)
      const high = readNumber(typed?.[code]?.high ?? '', null)
      return low === null && high === null ? [] : [[code, { low, high }]]
    }),
  )
}

/** At once: what is completed after it waits for a person. */
export function TurnOff({ rule: { test } }: { rule: ReleaseRule }) {
  const dialog = useFormDialog(turnOffReleaseRule, { start: { test } })
  return (
    <>
      <Button variant="danger" onClick={dialog.show}>
        <Trans>
          Turn off
          <span className="visually-hidden"> automatic release of {test}</span>
        </Trans>
      </Button>
      <DialogForm
        {...dialog}
        title={t`Turn off automatic release of ${test}?`}
        leave={t`Leave it on`}
        variant="danger"
        submit={t`Turn off`}
      >
        <TextArea name="reason" label={t`Reason`} required rows={2} maxLength={500} data-first-focus="" />
      </DialogForm>
    </>
  )
}
