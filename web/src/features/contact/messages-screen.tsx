import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { readThread, writeToLaboratory } from '#contract/contact.ts'
import { keyOf } from '../../api/queries.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { Screen } from '../../screen/screen.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Card } from '../../ui/card.tsx'
import { Conversation } from '../../ui/conversation.tsx'
import { TextArea } from '../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { threadQuery } from './thread-query.ts'

/** A patient's conversation with the desk. */
export function MessagesScreen() {
  const queryClient = useQueryClient()
  const { data } = useSuspenseQuery(threadQuery)
  const form = useResourceForm(writeToLaboratory, {
    says: false,
    onDone: (thread) => queryClient.setQueryData(keyOf(readThread), thread),
    again: true,
  })
  const latest = data.entries.at(-1)
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (latest) end.current?.scrollIntoView({ block: 'nearest' })
  }, [latest])
  return (
    <Screen
      measure="text"
      title={t`Messages`}
      about={t`Write to the desk. It answers Mon–Fri 9:00 AM–5:00 PM, and you are told when it has.`}
    >
      <Notice kind="warning">
        <p>
          <Trans>
            <strong>For urgent medical concerns, please contact your healthcare provider</strong> or the
            emergency services.
          </Trans>
        </p>
      </Notice>
      <div className="my-6" aria-live="polite">
        <Conversation entries={data.entries} patient={t`You`} />
        <div ref={end} />
      </div>
      <Card>
        <ResourceForm form={form}>
          <TextArea name="text" label={t`Your message`} rows={4} required maxLength={2_000} />
          <FormActions>
            <SubmitButton pendingText={t`Sending…`}>
              <Trans>Send message</Trans>
            </SubmitButton>
          </FormActions>
        </ResourceForm>
      </Card>
    </Screen>
  )
}
