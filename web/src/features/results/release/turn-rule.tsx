import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BodyInput } from '#contract/endpoint.ts'
import { type ReleaseRule, turnOffReleaseRule, turnOnReleaseRule } from '#contract/release.ts'
import type { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { readNumber } from '../../../lib/read-number.ts'
import { sayUnit } from '../../../lib/units.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { TextArea, TextField } from '../../../ui/fields.tsx'
import { FormShell, SubmitButton } from '../../../ui/form-shell.tsx'
import { toast } from '../../../ui/toast.tsx'
import { refreshLab } from '../refresh-lab.ts'

type On = BodyInput<typeof turnOnReleaseRule>

/** Puts a rule in force, or another version of it, with a reason. */
export function TurnOn({ rule }: { rule: ReleaseRule }) {
  const { test, inForce, analytes } = rule
  const queryClient = useQueryClient()
  const [open, setOpen] = useState(false)
  const on = useMutation<{ message: string }, ApiError, On>({
    mutationFn: (body) => call(turnOnReleaseRule, { body }),
    onSuccess: ({ message }) => {
      toast('success', message)
      setOpen(false)
    },
    onSettled: () => void refreshLab(queryClient),
  })
  const numbers = analytes.filter(({ quantity }) => quantity)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        {inForce ? t`Change` : t`Turn on`}
        <span className="visually-hidden">
          {' '}
          <Trans>automatic release of {test}</Trans>
        </span>
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={inForce ? t`Another version for ${test}` : t`Release ${test} by rule?`}
      >
        <FormShell
          error={on.error}
          pending={on.isPending}
          onSubmit={(data) =>
            on.mutate({ test, reason: String(data.get('reason') ?? ''), limits: limitsIn(data, numbers) })
          }
        >
          <p>
            <Trans>
              From now on results of this test are released without a person when there is nothing to see.
              Your name and the reason stay with this version.
            </Trans>
          </p>
          <TextArea name="reason" label={t`Reason`} required rows={2} maxLength={500} data-first-focus="" />
          {numbers.length > 0 && (
            <details
              className="[&_summary]:list-item [&_summary]:min-h-target [&_summary]:cursor-pointer [&_summary]:py-2"
              open={on.error ? true : undefined}
            >
              <summary>
                <Trans>Limits in place of the intervals</Trans>
              </summary>
              <p className="hint">
                <Trans>Left empty, the confirmed interval for the patient counts.</Trans>
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
          <DialogActions>
            <Button onClick={() => setOpen(false)}>{inForce ? t`Keep this version` : t`Leave it off`}</Button>
            <SubmitButton pending={on.isPending}>{inForce ? t`Put in force` : t`Turn on`}</SubmitButton>
          </DialogActions>
        </FormShell>
      </Dialog>
    </>
  )
}

type Numbers = readonly { code: string }[]

const lowField = (code: string) => `limits.${code}`
const highField = (code: string) => `limits.${code}.high`

/** What `readNumber` reads; a comma before three digits may part thousands. */
const numberForm = String.raw`\s*[\-+]?\d+(\.\d+|,\d{1,2}|,\d{4,})?\s*`

const typed = (form: FormData, name: string) => String(form.get(name) ?? '').trim()

function limitsIn(form: FormData, numbers: Numbers): NonNullable<On['limits']> {
  return Object.fromEntries(
    numbers.flatMap(({ code }) => {
      const low = readNumber(typed(form, lowField(code)), null)
      const high = readNumber(typed(form, highField(code)), null)
      return low === null && high === null ? [] : [[code, { low, high }]]
    }),
  )
}

/** At once: what is completed after it waits for a person. */
export function TurnOff({ rule: { test } }: { rule: ReleaseRule }) {
  const queryClient = useQueryClient()
  const [open, setOpen] = useState(false)
  const off = useMutation<{ message: string }, ApiError, string>({
    mutationFn: (reason) => call(turnOffReleaseRule, { body: { test, reason } }),
    onSuccess: ({ message }) => {
      toast('success', message)
      setOpen(false)
    },
    onSettled: () => void refreshLab(queryClient),
  })
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        <Trans>
          Turn off
          <span className="visually-hidden"> automatic release of {test}</span>
        </Trans>
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t`Release ${test} by persons again?`}>
        <FormShell
          error={off.error}
          pending={off.isPending}
          onSubmit={(data) => off.mutate(String(data.get('reason') ?? ''))}
        >
          <TextArea name="reason" label={t`Reason`} required rows={2} maxLength={500} data-first-focus="" />
          <DialogActions>
            <Button onClick={() => setOpen(false)}>
              <Trans>Leave it on</Trans>
            </Button>
            <SubmitButton variant="danger" pending={off.isPending}>
              <Trans>Turn off</Trans>
            </SubmitButton>
          </DialogActions>
        </FormShell>
      </Dialog>
    </>
  )
}
