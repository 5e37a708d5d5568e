import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BodyInput, ResponseOf } from '#contract/endpoint.ts'
import { giveResultLink, listResultLinks } from '#contract/result-links.ts'
import type { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { keyOf } from '../../../api/queries.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { SelectField, TextField } from '../../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../../ui/form-shell.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast.tsx'

type Given = ResponseOf<typeof listResultLinks>
type Body = BodyInput<typeof giveResultLink>

/** Sends a link to the report by SMS, or hands its text to WhatsApp. */
export function GiveLink({ visitId, given }: { visitId: string; given: Given }) {
  const queryClient = useQueryClient()
  const [open, setOpen] = useState(false)
  const give = useMutation<ResponseOf<typeof giveResultLink>, ApiError, Body>({
    mutationFn: (body) => call(giveResultLink, { params: { id: visitId }, body }),
    onSuccess: ({ whatsapp }) => {
      if (whatsapp !== null) return
      toast('success', 'The link goes out by SMS.')
      setOpen(false)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(listResultLinks) }),
  })
  const whatsapp = give.data?.whatsapp
  const close = () => setOpen(false)
  return (
    <>
      <Button
        whyNot={given.whyNotLink}
        onClick={() => {
          give.reset()
          setOpen(true)
        }}
      >
        Send a link
      </Button>
      <Dialog open={open} onClose={close} title="Send a link to the report">
        {whatsapp ? (
          <>
            <p>
              The link is ready. WhatsApp opens with the text, and you send it there. It is shown only now.
            </p>
            <DialogActions>
              <Button onClick={close}>Close</Button>
              <a
                className={buttonClass({ variant: 'primary' })}
                href={whatsapp}
                target="_blank"
                rel="noopener noreferrer"
              >
                Open WhatsApp
              </a>
            </DialogActions>
          </>
        ) : (
          <FormShell
            scope="give-link"
            error={give.error}
            pending={give.isPending}
            onSubmit={(form) =>
              give.mutate({ way: String(form.get('way')) as Body['way'], phone: String(form.get('phone')) })
            }
          >
            <p>The message contains no name, test or result. A new link ends the earlier one.</p>
            {given.whyNotSms && (
              <Notice>
                <p>{given.whyNotSms}</p>
              </Notice>
            )}
            <TextField
              name="phone"
              label="Phone Number"
              type="tel"
              required
              maxLength={40}
              defaultValue={given.phone}
              data-first-focus=""
            />
            <SelectField
              name="way"
              label="How it is sent"
              defaultValue={given.whyNotSms ? 'whatsapp' : 'sms'}
              options={[
                { value: 'sms', label: 'By SMS' },
                { value: 'whatsapp', label: 'By WhatsApp, from this device' },
              ]}
            />
            <FormActions>
              <SubmitButton pending={give.isPending}>Make the link</SubmitButton>
            </FormActions>
          </FormShell>
        )}
      </Dialog>
    </>
  )
}
