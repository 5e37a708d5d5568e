import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { BodyInput, Endpoint } from '#contract/endpoint.ts'
import { type CallRest, call } from '../../api/client.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { type AnyParams, useResourceForm } from '../../screen/use-resource-form.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSaving } from './use-saving.ts'

type Place = { name: string; active: boolean; version: string }

type PlaceRowProps<E extends Endpoint, P extends Place> = {
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
  endpoint: E
  params: AnyParams<E>
  /** The fields of a place that are sent, without its version. */
  sent: (place: P) => Omit<BodyInput<E>, 'version'>
  /** The fields of the form. */
  children: ReactNode
}

/** A chair or desk in a list of the settings: its name, whether it is in use, and a form to change it, shown in place of the row. */
export function PlaceRow<E extends Endpoint, P extends Place>(props: PlaceRowProps<E, P>) {
  const { scope, place, about, action, disabled = false, hasSwitch = true, endpoint, params, sent } = props
  const [open, setOpen] = useState(false)
  const { name, active } = place
  const buttonId = `change-${scope}`
  const hasLeft = useRef(false)
  useEffect(() => {
    if (open || !hasLeft.current) return
    hasLeft.current = false
    document.getElementById(buttonId)?.focus()
  }, [open, buttonId])
  const { saving, faster, theirs } = useSaving((changed: P) => {
    const args = { params, body: { ...sent(changed), version: changed.version } }
    return call(endpoint, ...([args] as unknown as CallRest<E>)) as Promise<{ message: string }>
  })
  const leave = () => {
    hasLeft.current = true
    setOpen(false)
  }
  return (
    <li className="not-first:border-t py-2">
      {open ? (
        <PlaceForm {...props} onClose={leave} />
      ) : (
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
              setOpen(true)
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
      )}
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

function PlaceForm<E extends Endpoint, P extends Place>({
  scope,
  place,
  endpoint,
  params,
  sent,
  children,
  onClose,
}: PlaceRowProps<E, P> & { onClose: () => void }) {
  const form = useResourceForm(endpoint, {
    params,
    of: place,
    body: (held, seen) => sent({ ...seen, ...(held as object) }) as BodyInput<E>,
    onDone: onClose,
  })
  return (
    <ResourceForm form={form} scope={scope}>
      {children}
      <FormActions>
        <SubmitButton>
          <Trans>Save</Trans>
        </SubmitButton>
        <Button variant="plain" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </FormActions>
    </ResourceForm>
  )
}
