import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { ResponseOf } from '#contract/endpoint.ts'
import { giveResultLink, type listResultLinks } from '#contract/result-links.ts'
import { ResourceForm } from '../../../screen/resource-form.tsx'
import { useResourceForm } from '../../../screen/use-resource-form.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../../ui/form-actions.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast.tsx'

type Given = ResponseOf<typeof listResultLinks>

/** Sends a link to the report by SMS, or hands its text to WhatsApp. */
export function GiveLink({ visitId, given }: { visitId: string; given: Given }) {
  const [open, setOpen] = useState(false)
  const form = useResourceForm(giveResultLink, {
    params: { id: visitId },
    onDone: ({ whatsapp: link }) => {
      if (link !== null) return
      toast('success', t`The link goes out by SMS.`)
      setOpen(false)
    },
  })
  const whatsapp = form.data?.whatsapp
  const close = () => setOpen(false)
  return (
    <>
      <Button
        whyNot={given.whyNotLink}
        onClick={() => {
          form.reset()
          setOpen(true)
        }}
      >
        <Trans>Send a link</Trans>
      </Button>
      <Dialog open={open} onClose={close} title={t`Send a link to the report`}>
        {whatsapp ? (
          <>
            <p>
              <Trans>
                The link is ready. WhatsApp opens with the text, and you send it there. It is shown only now.
              </Trans>
            </p>
            <DialogActions>
              <Button onClick={close}>
                <Trans>Close</Trans>
              </Button>
              <a
                className={buttonClass({ variant: 'primary' })}
                href={whatsapp}
                target="_blank"
                rel="noopener noreferrer"
              >
                <Trans>Open WhatsApp</Trans>
              </a>
            </DialogActions>
          </>
        ) : (
          <ResourceForm form={form} scope="give-link">
            <p>
              <Trans>The message contains no name, test or result. A new link ends the earlier one.</Trans>
            </p>
            {given.whyNotSms && (
              <Notice>
                <p>{given.whyNotSms}</p>
              </Notice>
            )}
            <TextField
              name="phone"
              label={t`Phone Number`}
              type="tel"
              required
              maxLength={40}
              defaultValue={given.phone}
              data-first-focus=""
            />
            {/* A button for each way of sending: from the visit, a link takes three clicks at most. */}
            <FormActions>
              {!given.whyNotSms && (
                <SubmitButton onClick={() => form.change('way', 'sms')}>
                  <Trans>Send by SMS</Trans>
                </SubmitButton>
              )}
              <SubmitButton
                variant={given.whyNotSms ? 'primary' : 'quiet'}
                onClick={() => form.change('way', 'whatsapp')}
              >
                <Trans>Send by WhatsApp</Trans>
              </SubmitButton>
            </FormActions>
          </ResourceForm>
        )}
      </Dialog>
    </>
  )
}
