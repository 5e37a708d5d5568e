import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useRef } from 'react'
import {
  hasBody,
  hasTitle,
  linkPlaceholders,
  mayHold,
  mostTitle,
  mustHold,
  type Placeholder,
  placeholders,
} from '#contract/message-kinds.ts'
import { type EditableText, restoreText, saveText } from '#contract/message-texts.ts'
import { call } from '../../api/client.ts'
import { sayList } from '../../lib/locale.ts'
import { browserZone } from '../../lib/times.ts'
import { ConfirmButton } from '../../screen/confirm-button.tsx'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextArea, TextField } from '../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'
import { When } from '../../ui/when.tsx'
import { MessageTextPreview } from './message-text-preview.tsx'

type Control = HTMLInputElement | HTMLTextAreaElement

const titleLabels = { email: t`Subject`, sms: '', push: t`Title`, app: t`Line` } as const
const rows = { email: 16, sms: 6, push: 4, app: 1 } as const

/** One text: its words, what can be put into them, and how they look. */
export function MessageTextEditor({ text }: { text: EditableText }) {
  const { kind, language, form, version, edited } = text
  const key = { kind, language, form }
  const saving = useResourceForm(saveText, {
    of: text,
    start: key,
    body: (held, seen) => ({ ...held, title: held.title ?? seen.title, body: held.body ?? seen.body }),
  })
  const { title = text.title, body = text.body } = saving.watch()
  const last = useRef<Control | null>(null)
  const follow = ({ currentTarget }: { currentTarget: Control }) => {
    last.current = currentTarget
  }
  const insert = (name: Placeholder) => {
    const control = last.current
    if (!control) return
    const isButton = form === 'email' && control.name === 'body' && linkPlaceholders.includes(name)
    control.setRangeText(
      isButton ? `[${placeholders[name]}]({${name}})` : `{${name}}`,
      control.selectionStart ?? control.value.length,
      control.selectionEnd ?? control.value.length,
      'end',
    )
    saving.change(control.name, control.value)
    control.focus()
  }
  const changed = title !== text.title || body !== text.body
  const must = mustHold(kind, form)
  const mustContain = sayList(must.map((name) => `{${name}}`))
  return (
    <div className="grid grid-cols-2 items-start gap-6 max-lg:grid-cols-1">
      <Card aria-label={t`The text`}>
        <ResourceForm form={saving}>
          {hasTitle(form) && (
            <TextField
              name="title"
              label={titleLabels[form]}
              maxLength={mostTitle}
              onFocus={follow}
              ref={(control) => {
                if (!hasBody(form)) last.current = control
              }}
            />
          )}
          {hasBody(form) && (
            <TextArea
              name="body"
              label={t`Text`}
              rows={rows[form]}
              hint={
                form === 'email' &&
                t`An empty line begins a paragraph. [Words]({link}) on a line of its own is a button.`
              }
              onFocus={follow}
              ref={(control) => {
                last.current ??= control
              }}
            />
          )}
          <fieldset className="flex flex-wrap gap-2 [&_legend]:mb-2 [&_legend]:p-0 [&_legend]:font-550">
            <legend>
              <Trans>Insert</Trans>
            </legend>
            {mayHold(kind, form).map((name) => (
              <Button key={name} onClick={() => insert(name)} title={placeholders[name]}>
                {`{${name}}`}
                <span className="visually-hidden">, {placeholders[name]}</span>
              </Button>
            ))}
          </fieldset>
          {must.length > 0 && (
            <p className="hint max-w-text">
              {t`Must contain ${mustContain}.`}{' '}
              {form !== 'email' && t`Names, tests and values stay out: this is read on locked screens.`}
            </p>
          )}
          <FormActions>
            <SubmitButton pendingText={t`Saving…`} whyNot={changed ? null : t`Nothing has been changed yet.`}>
              <Trans>Save text</Trans>
            </SubmitButton>
            {edited && (
              <ConfirmButton
                opener={{ children: t`Restore the built-in text` }}
                act={async () => {
                  const answer = await call(restoreText, { body: { ...key, version } })
                  saving.forget()
                  return answer
                }}
                question={t`Restore the built-in text?`}
                yes={t`Restore it`}
                no={t`Keep mine`}
              >
                <p>
                  <Trans>Messages use it from now on. What you wrote stays in the audit trail.</Trans>
                </p>
              </ConfirmButton>
            )}
          </FormActions>
          <p className="hint max-w-text">
            {edited ? (
              <Trans>
                Written by {edited.by}, <When at={edited.at} zone={browserZone()} />
              </Trans>
            ) : (
              t`This is the built-in text.`
            )}
          </p>
        </ResourceForm>
      </Card>
      <MessageTextPreview text={{ ...key, title, body }} />
    </div>
  )
}
