import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FasterNotice } from './faster-notice.tsx'
import { useSaving } from './use-saving.ts'

type Place = { name: string; active: boolean; version: string }

/** A chair or desk in a list of the settings: its name, whether it is in use, and a form to change it, shown in place of the row. */
export function PlaceRow<P extends Place>({
  scope,
  place,
  about,
  action,
  disabled = false,
  hasSwitch = true,
  read,
  save,
  children,
}: {
  /** Unique on the screen. */
  scope: string
  place: P
  about?: ReactNode
  /** The label of the button that opens the form. */
  action: string
  /** Whether the place cannot be changed now; `about` gives the reason. */
  disabled?: boolean
  /** Whether the row has the button to take the place out of use. */
  hasSwitch?: boolean
  /** Reads the changed fields from the form. */
  read: (form: FormData) => Partial<P>
  save: (changed: P) => Promise<{ message: string }>
  /** The fields of the form, with the values of `base`. */
  children: (base: P) => ReactNode
}) {
  /** The place as it was when the form opened, so that a change saved by somebody else meanwhile is not overwritten. */
  const [base, setBase] = useState<P | null>(null)
  const [renewed, setRenewed] = useState(false)
  const { name, active } = place
  const buttonId = `change-${scope}`
  const hasLeft = useRef(false)
  const leave = () => {
    hasLeft.current = true
    setBase(null)
  }
  useEffect(() => {
    if (base !== null || !hasLeft.current) return
    hasLeft.current = false
    document.getElementById(buttonId)?.focus()
  }, [base, buttonId])
  const { saving, faster, theirs } = useSaving(save, () => base && leave())
  if (base && renewed && place.version !== base.version) {
    setBase(place)
    setRenewed(false)
  }
  if (base) {
    return (
      <li className="not-first:border-t py-2">
        <FormShell
          key={base.version}
          scope={scope}
          error={faster ? null : saving.error}
          pending={saving.isPending}
          onSubmit={(form) => saving.mutate({ ...base, ...read(form) })}
        >
          {faster && (
            <FasterNotice
              onShow={() => {
                setRenewed(true)
                void theirs()
              }}
            />
          )}
          {children(base)}
          <FormActions>
            <SubmitButton pending={saving.isPending}>
              <Trans>Save</Trans>
            </SubmitButton>
            <Button
              variant="plain"
              onClick={() => {
                saving.reset()
                leave()
              }}
            >
              <Trans>Cancel</Trans>
            </Button>
          </FormActions>
        </FormShell>
      </li>
    )
  }
  return (
    <li className="not-first:border-t py-2">
      <div className="row gap-x-3 gap-y-2">
        <span className="wrap-anywhere flex-[1_1_120px] font-550 max-sm:basis-full">
          {name}{' '}
          {!active && (
            <Badge>
              <Trans>Out of use</Trans>
            </Badge>
          )}
          {about && <small className="block font-400 text-ink-soft">{about}</small>}
        </span>
        <Button
          variant="plain"
          id={buttonId}
          aria-label={`${action} ${name}`}
          disabled={disabled}
          onClick={() => {
            saving.reset()
            setBase(place)
          }}
        >
          {action}
        </Button>
        {hasSwitch && (
          <Button
            variant="plain"
            pending={saving.isPending}
            disabled={disabled}
            aria-label={`${active ? t`Take out of use` : t`Use again`}: ${name}`}
            onClick={() => saving.mutate({ ...place, active: !active })}
          >
            {active ? t`Take out of use` : t`Use again`}
          </Button>
        )}
      </div>
      {saving.error && (
        <Notice kind="warning" role="alert">
          <p>{saving.error.message}</p>
          {faster && (
            <p>
              <Button onClick={() => void theirs()}>
                <Trans>Show what is in force</Trans>
              </Button>
            </p>
          )}
        </Notice>
      )}
    </li>
  )
}
