import { type ButtonHTMLAttributes, type ReactNode, useId } from 'react'
import { classNames } from '../lib/class-names.ts'

export type ButtonLook = {
  /** One `primary` per screen. */
  variant?: 'primary' | 'quiet' | 'plain' | 'danger'
  wide?: boolean
  /** Square, for an icon alone; give an `aria-label`. */
  icon?: boolean
}

const looks = {
  primary: 'button-primary',
  quiet: 'button-quiet',
  plain: 'button-plain',
  danger: 'button-danger',
}

/** The look of a button, for links: `<Link className={buttonClass({ variant: 'primary' })}>`. */
export function buttonClass({ variant = 'quiet', wide, icon }: ButtonLook = {}): string {
  return classNames('button', looks[variant], wide && 'w-full', icon && 'w-target px-0')
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  ButtonLook & {
    /** Work is under way: said on the button itself, which then ignores presses. */
    pending?: boolean
    /** What the button says while pending; its usual words when left out. */
    pendingText?: ReactNode
    /** Disables the button and says why, under it. */
    whyNot?: string | null | undefined
  }

export function Button({ variant, wide, icon, pending, pendingText, whyNot, ...props }: ButtonProps) {
  const whyId = useId()
  const button = (
    <button
      type="button"
      {...props}
      className={classNames(
        buttonClass({ ...(variant && { variant }), ...(wide && { wide }), ...(icon && { icon }) }),
        props.className,
      )}
      disabled={props.disabled || pending || Boolean(whyNot)}
      aria-busy={pending || undefined}
      aria-describedby={whyNot ? whyId : props['aria-describedby']}
    >
      {pending && (
        <span
          className="size-[1em] animate-turn rounded-full border-2 border-current border-e-transparent"
          aria-hidden="true"
        />
      )}
      {pending && pendingText ? pendingText : props.children}
    </button>
  )
  if (!whyNot) return button
  return (
    <span>
      {button}
      <span className="hint mt-1 block" id={whyId}>
        {whyNot}
      </span>
    </span>
  )
}
