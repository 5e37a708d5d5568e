import { type ReactNode, useContext } from 'react'
import { Button } from './button.tsx'
import { FormPendingContext } from './form-problem.ts'

/** The buttons of a form, the submit button first. The reason why a button is disabled is shown below them. */
export function FormActions({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2 [&>span>.hint]:order-1 [&>span>.hint]:basis-full [&>span]:contents">
      {children}
    </div>
  )
}

/** The submit button, the primary action of the screen. It is pending while the form is sent. */
export function SubmitButton(props: Parameters<typeof Button>[0]) {
  return <Button variant="primary" pending={useContext(FormPendingContext)} {...props} type="submit" />
}
