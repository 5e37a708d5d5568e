import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { readCardParts } from '#contract/card-parts.ts'
import { checkHealthCard } from '#contract/health-cards.ts'
import { ResourceForm } from '../../../screen/resource-form.tsx'
import { Screen } from '../../../screen/screen.tsx'
import { useResourceForm } from '../../../screen/use-resource-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { TextArea } from '../../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../../ui/form-actions.tsx'
import { Page } from '../../../ui/page.tsx'
import { QrScanner } from '../../../ui/qr-scanner.tsx'
import { qrCodeInFile } from '../../../ui/read-qr.ts'
import { screenHeading } from '../../../ui/screen-heading.ts'
import { CheckedCard } from './checked-card.tsx'

/** For somebody who is shown a SMART Health Card. The card is sent to be checked, and kept nowhere. */
export function CheckCardScreen() {
  const form = useResourceForm(checkHealthCard, { says: false })
  const { data } = form
  const isFirst = useRef(true)
  // The result takes the place of the form, whose button had the focus.
  useEffect(() => {
    if (!isFirst.current || data) screenHeading()?.focus()
    isFirst.current = false
  }, [data])
  return (
    <Page measure="text">
      {data ? (
        <CheckedCard checked={data} onAgain={() => form.reset()} />
      ) : (
        <Screen
          title={t`Check a health card`}
          about={t`If somebody shows you a SMART Health Card with laboratory results, check here whether this laboratory signed it, whether it is still valid, and what it says. The card is not kept.`}
        >
          <AskedCard form={form} />
        </Screen>
      )}
    </Page>
  )
}

type Form = ReturnType<typeof useResourceForm<typeof checkHealthCard>>

function AskedCard({ form }: { form: Form }) {
  const [isScanning, setIsScanning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [told, setTold] = useState('')
  const send = (text: string) => {
    form.change('card', text)
    form.element.current?.requestSubmit()
  }
  const take = (text: string) => {
    const held = String(form.watch('card') ?? '')
    // The camera reads the same code again and again.
    if (held.includes(text)) return
    // Codes of one card are collected; anything else is a card by itself.
    const both = readCardParts(held)?.state === 'incomplete' ? `${held}\n${text}` : text
    setProblem(null)
    const parts = readCardParts(both)
    if (parts?.state !== 'incomplete') {
      setIsScanning(false)
      setTold('')
      return send(both)
    }
    form.change('card', both)
    const { count } = parts
    const scanned = count - parts.missing.length
    setTold(t`${scanned} of ${count} codes scanned. Scan the next one.`)
  }
  const choose = async (file: File | undefined) => {
    if (!file) return
    setProblem(null)
    const isPicture = file.type.startsWith('image/')
    const text = isPicture ? await qrCodeInFile(file) : await textOf(file)
    if (text !== null) take(text)
    else
      setProblem(
        isPicture
          ? t`No QR code can be read in this picture. Take the photo again, close to the code and in good light.`
          : t`This file is not a health card.`,
      )
  }
  return (
    <>
      <Card title={t`Scan the QR code`} className="mb-6">
        {isScanning && <QrScanner onRead={take} />}
        <p role="status" className="mb-4 empty:hidden">
          {told}
        </p>
        <div className="row gap-3">
          <Button variant={isScanning ? 'quiet' : 'primary'} onClick={() => setIsScanning(!isScanning)}>
            {isScanning ? t`Close the camera` : t`Scan with the camera`}
          </Button>
          <label className="button button-quiet focus-within:focused relative cursor-pointer">
            <Trans>Choose a photo or a file</Trans>
            <input
              type="file"
              accept="image/*,.smart-health-card,application/smart-health-card"
              className="visually-hidden"
              aria-describedby={problem === null ? undefined : 'file-error'}
              onChange={(event) => {
                void choose(event.currentTarget.files?.[0])
                // The same file can be chosen again.
                event.currentTarget.value = ''
              }}
            />
          </label>
        </div>
        {problem !== null && (
          <div role="alert" className="mt-3">
            <FieldError id="file-error">{problem}</FieldError>
          </div>
        )}
      </Card>
      <Card title={t`Or paste the text`}>
        <ResourceForm form={form}>
          <TextArea
            name="card"
            label={t`Text of the card`}
            hint={t`It begins with shc:/. If the card has several codes, paste the text of each, in any order.`}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            required
            maxLength={60_000}
          />
          <FormActions>
            <SubmitButton variant="quiet" pendingText={t`Checking…`}>
              <Trans>Check the card</Trans>
            </SubmitButton>
          </FormActions>
        </ResourceForm>
      </Card>
    </>
  )
}

/** The text of a file that can be a card; null for a larger one. */
const textOf = async (file: File): Promise<string | null> => (file.size > 60_000 ? null : file.text())
