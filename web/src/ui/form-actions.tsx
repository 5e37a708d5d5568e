import { type ReactNode, useContext } from 'react'
import { Button } from './button.tsx'
import { FormPendingContext } from './form-problem.ts'

/** The form's buttons, the submitting one first; why one is disabled is said under all of them. */
export function FormActions({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2 [&>span>.hint]:order-1 [&>span>.hint]:basis-full [&>span]:contents">
      {children}
    </div>
  )
}

/** The submitting button: the screen's primary action. It is pending while its form is sent. */
export function SubmitButton(props: Parameters<typeof Button>[0]) {
  return <Button variant="primary" pending={useContext(FormPendingContext)} {...props} type="submit" />
}
