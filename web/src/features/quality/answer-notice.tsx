import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { answerForControl, type ControlTarget } from '#contract/quality.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { Notice } from '../../ui/notice.tsx'
import { When } from '../../ui/when.tsx'
import { sayRules, sayZ } from './control-words.ts'
import { useQualityCall } from './use-quality-call.ts'

/** An analyte that is out of control, what that means, and the way to answer for it. */
export function AnswerNotice({
  target,
  value,
  zone,
}: {
  target: ControlTarget
  value: string
  zone: string
}) {
  const [open, setOpen] = useState(false)
  const { name, latest, whyNotAnswer } = target
  if (!latest) return null
  return (
    <Notice kind="error" className="mb-5">
      <p>
        <Trans>
          <strong>{name} is out of control</strong>: <span className="figures">{sayZ(latest.z)}</span>,{' '}
          <When at={latest.at} zone={zone} />. Breaks {sayRules(latest.rules)}. Results with {name} are not
          released until a control is measured that breaks no rule.
        </Trans>
      </p>
      <div className="mt-3 flex flex-wrap gap-3 print:hidden">
        <Button variant="danger" whyNot={whyNotAnswer} onClick={() => setOpen(true)}>
          <Trans>Take responsibility for {name}</Trans>
        </Button>
      </div>
      <Dialog open={open} onClose={() => setOpen(false)} title={t`Take responsibility for ${name}`}>
        <AnswerForm name={name} value={value} onDone={() => setOpen(false)} />
      </Dialog>
    </Notice>
  )
}

function AnswerForm({ name, value, onDone }: { name: string; value: string; onDone: () => void }) {
  const answer = useQualityCall(
    (text: string) => call(answerForControl, { params: { id: value }, body: { text } }),
    { onDone, say: ({ message }) => message },
  )
  return (
    <FormShell
      error={answer.error}
      pending={answer.isPending}
      onSubmit={(data) => answer.mutate(String(data.get('text') ?? ''))}
    >
      <p>
        <Trans>
          Results with {name} can be released although this control broke a rule. Your name, the time and what
          you write are kept. It ends with the next broken rule.
        </Trans>
      </p>
      <TextArea
        name="text"
        label={t`Why the results can be relied on`}
        rows={4}
        maxLength={1000}
        required
        data-first-focus=""
      />
      <FormActions>
        <SubmitButton pending={answer.isPending}>
          <Trans>Take responsibility</Trans>
        </SubmitButton>
        <Button onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
      </FormActions>
    </FormShell>
  )
}
