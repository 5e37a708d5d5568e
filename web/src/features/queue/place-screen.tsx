import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { queuePlaceStream } from '#contract/queue.ts'
import type { MyEvent, MyState } from '#contract/queue-views.ts'
import { useStream } from '../../api/use-stream.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { Screen } from '../../screen/screen.tsx'
import { noCall, useResourceForm } from '../../screen/use-resource-form.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'
import { Places } from './places.tsx'

/** The queue for whoever holds a pass code from the kiosk or the desk: without an account, without a name. */
export function PlaceScreen() {
  // Behind the #: a reload finds it again, and no server or log sees it.
  const [code, setKnown] = useState<string | null>(location.hash.slice(1) || null)
  const setCode = (next: string | null) => {
    history.replaceState(history.state, '', `#${next ?? ''}`)
    setKnown(next)
  }
  const form = useResourceForm(noCall<{ code: string }>(), { send: async ({ code }) => setCode(code.trim()) })
  return (
    <Screen measure="narrow" title={t`Your place in the queue`}>
      {code === null ? (
        <ResourceForm form={form}>
          <TextField
            name="code"
            label={t`Pass code`}
            hint={t`The kiosk or the desk gave it to you with your number`}
            required
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <FormActions>
            <SubmitButton>
              <Trans>Show my place</Trans>
            </SubmitButton>
          </FormActions>
        </ResourceForm>
      ) : (
        <Followed key={code} code={code} onOther={() => setCode(null)} />
      )}
    </Screen>
  )
}

function Followed({ code, onOther }: { code: string; onOther(): void }) {
  const streamed = useStream<MyState, MyEvent>(queuePlaceStream, { headers: { 'x-pass-code': code } })
  return (
    <>
      <Places streamed={streamed} />
      <Button variant="plain" onClick={onOther}>
        <Trans>Type another pass code</Trans>
      </Button>
    </>
  )
}
