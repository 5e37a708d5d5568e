import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { answerForControl, type ControlLine } from '#contract/quality.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { TextArea } from '../../ui/fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { When } from '../../ui/when.tsx'
import { sayRules, sayZ } from './control-words.ts'

/** An analyte that is out of control on an analyser, what that means, and the way to answer for it; nothing if it is not. */
export function AnswerNotice({ name, line, zone }: { name: string; line: ControlLine; zone: string }) {
  const { analyser, latest, unanswered, whyNotAnswer } = line
  const dialog = useFormDialog(answerForControl, { params: { id: unanswered ?? '' } })
  if (!latest || unanswered === null) return null
  return (
    <Notice kind="error">
      <p>
        <Trans>
          <strong>{name} is out of control</strong>: <span className="figures">{sayZ(latest.z)}</span>,{' '}
          <When at={latest.at} zone={zone} />. Breaks {sayRules(latest.rules)}.{' '}
          {sayHeld(name, analyser?.name)}
        </Trans>
      </p>
      <div className="mt-3 flex flex-wrap gap-3 print:hidden">
        <DialogForm
          {...dialog}
          opener={{
            variant: 'danger',
            whyNot: whyNotAnswer,
            children: t`Accept ${name} with a reason`,
          }}
          title={t`Accept ${name} with a reason`}
          leave={t`Cancel`}
          submit={t`Accept with a reason`}
        >
          <p>
            <Trans>
              Results with {name} can be released although this control broke a rule. Your name, the time and
              what you write are kept. It ends with the next broken rule.
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
        </DialogForm>
      </div>
    </Notice>
  )
}

function sayHeld(name: string, analyser: string | undefined): string {
  return analyser === undefined
    ? t`Results with ${name} are not released until a control is measured that breaks no rule.`
    : t`Results with ${name} from ${analyser}, and results that were typed, are not released until a control is measured on it that breaks no rule.`
}
