import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type MessageForm,
  type MessageKind,
  messageForms,
  messageKindNames,
  rulesOf,
} from '#contract/message-kinds.ts'
import { messageTexts } from '#contract/message-texts.ts'
import { type Language, languages } from '#contract/options.ts'
import { settings } from '#contract/settings.ts'
import { queryFor } from '../../api/queries.ts'
import { messageLanguages } from '../../lib/message-languages.ts'
import { SelectField } from '../../ui/fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { MessageTextEditor } from './message-text-editor.tsx'

const formLabels: Readonly<Record<MessageForm, string>> = {
  email: 'E-mail',
  sms: 'SMS',
  push: t`Push`,
  app: t`In the product`,
}

/** The laboratory's own words: one text is chosen, written and looked at. */
export function MessageTextsScreen() {
  const { data } = useSuspenseQuery(queryFor(messageTexts))
  const { data: known } = useSuspenseQuery(queryFor(settings))
  const [kind, setKind] = useState<MessageKind>('visit_booked')
  const [language, setLanguage] = useState<Language>('en')
  const [wanted, setWanted] = useState<MessageForm>('email')
  const { forms } = rulesOf(kind)
  const form = forms.includes(wanted) ? wanted : 'email'
  const text = data.texts.find((one) => one.kind === kind && one.language === language && one.form === form)
  const isEdited = (of: MessageKind) => data.texts.some((one) => one.kind === of && one.edited !== null)
  return (
    <div className="stack gap-6">
      <p className="hint max-w-text">
        <Trans>
          Every message has a text in each language. People with an account get the language of their profile,
          all others that of the laboratory.
        </Trans>
      </p>
      <search
        className="grid grid-cols-[minmax(0,2fr)_repeat(2,minmax(0,1fr))] gap-4 max-lg:grid-cols-1"
        aria-label={t`Which text`}
      >
        <SelectField
          name="kind"
          label={t`Message`}
          options={messageKindNames.map((value) => ({
            value,
            label: `${rulesOf(value).group}: ${rulesOf(value).label}${isEdited(value) ? ' (edited)' : ''}`,
          }))}
          value={kind}
          onChange={({ currentTarget: { value } }) =>
            setKind(messageKindNames.find((one) => one === value) ?? kind)
          }
        />
        <SelectField
          name="language"
          label={t`Language`}
          options={messageLanguages(known.twi.confirmed)}
          value={language}
          onChange={({ currentTarget: { value } }) =>
            setLanguage(languages.find((one) => one === value) ?? language)
          }
        />
        <SelectField
          name="form"
          label={t`Form`}
          options={messageForms
            .filter((one) => forms.includes(one))
            .map((value) => ({ value, label: formLabels[value] }))}
          value={form}
          onChange={({ currentTarget: { value } }) =>
            setWanted(messageForms.find((one) => one === value) ?? form)
          }
        />
      </search>
      {form === 'sms' && !data.smsConnected && (
        <Notice>
          <p>
            <Trans>
              No SMS gateway is connected: what would go by SMS is kept, and an e-mail goes in its place.
            </Trans>
          </p>
        </Notice>
      )}
      {text && <MessageTextEditor key={`${kind}.${language}.${form}`} text={text} />}
    </div>
  )
}
