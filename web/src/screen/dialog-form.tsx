import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { SubmitButton } from '../ui/form-actions.tsx'
import { ResourceForm } from './resource-form.tsx'
import type { ResourceFormState } from './use-resource-form.ts'

/** The button that opens a dialog. */
export type Opener = ComponentProps<typeof Button>

/** A form in a dialog. `leave`: the label of the button that closes it. */
export function DialogForm({
  form,
  open = true,
  show,
  onClose,
  opener,
  title,
  question,
  submit,
  leave,
  scope = '',
  changed,
  children,
  ...button
}: {
  form: ResourceFormState
  open?: boolean
  show?: () => void
  onClose: () => void
  /** The button that opens the dialog. Without it, the caller shows one. */
  opener?: Opener
  title: ReactNode
  question?: boolean
  submit: ReactNode
  leave?: ReactNode
  scope?: string
  changed?: string
  children: ReactNode
} & Omit<Parameters<typeof SubmitButton>[0], 'form' | 'title' | 'children'>) {
  return (
    <>
      {opener && <Button onClick={show} {...opener} />}
      <Dialog open={open} onClose={onClose} title={title} {...(question && { question })}>
        <ResourceForm form={form} scope={scope} {...(changed !== undefined && { changed })}>
          {children}
          <DialogActions>
            {leave !== undefined && (
              <Button onClick={onClose} {...(question && { 'data-first-focus': '' })}>
                {leave}
              </Button>
            )}
            <SubmitButton {...button}>{submit}</SubmitButton>
          </DialogActions>
        </ResourceForm>
      </Dialog>
    </>
  )
}
