import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { sayUnit } from '../../lib/units.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { When } from '../../ui/when.tsx'
import { type Conflict, savedAsTyped, type Typed } from './begin-draft.ts'

/** A field in the comparison. `say` puts a typed text into words, where the text is a code. */
export type DraftField = {
  code: string
  name: string
  unit: string
  calculated: boolean
  say?: (text: string) => string
}

const said = (text: string | undefined, say: DraftField['say']) => (text && say ? say(text) : text)

/**
 * What stands here beside what stands there: the same draft that went on elsewhere, or results that were saved meanwhile.
 * Nothing of either is lost before the person has chosen.
 */
export function DraftConflict({
  conflict,
  fields,
  here,
  zone,
  hasFocus,
  apart = false,
  onChoose,
}: {
  conflict: Conflict
  fields: readonly DraftField[]
  here: Typed
  zone: string
  /** It answers a save: the person is led to it. */
  hasFocus: boolean
  /** The two cannot be put together: isolates with the same number may be different organisms. */
  apart?: boolean
  onChoose: (which: 'here' | 'there' | 'both') => void
}) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (hasFocus) notice.current?.focus()
  }, [hasFocus])
  const there = conflict.kind === 'draft' ? conflict.there : savedAsTyped(conflict.form)
  const differing = fields.filter(
    ({ code, calculated }) => !calculated && (here[code] ?? '') !== (there[code] ?? ''),
  )
  // Together only where it says something else than either: a field that is empty here and filled there.
  const fills = !apart && differing.some(({ code }) => !here[code]?.trim() && there[code]?.trim())
  const who = whoSaved(conflict)
  return (
    <Notice
      kind="warning"
      role="alert"
      tabIndex={-1}
      ref={notice}
      className="focus:focused mb-4"
      data-before-save=""
    >
      <Reason conflict={conflict} zone={zone} />
      <table className="plain-table mt-3 w-full [&_small]:font-400 [&_small]:text-s [&_tbody_:is(th,td)]:border-t [&_thead]:text-s">
        <thead>
          <tr>
            <th scope="col">
              <Trans>Analyte</Trans>
            </th>
            <th scope="col">{who ? t`You typed` : t`Here`}</th>
            <th scope="col">{who ? t`${who} saved` : t`There`}</th>
          </tr>
        </thead>
        <tbody>
          {differing.map(({ code, name, unit, say }) => (
            <tr key={code}>
              <th scope="row">{name}</th>
              <Value text={said(here[code], say)} unit={unit} />
              <Value text={said(there[code], say)} unit={unit} />
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => onChoose('there')}>
          {who === null
            ? t`Use what is kept there`
            : who === 'You'
              ? t`Use what is saved`
              : t`Use what ${who} saved`}
        </Button>
        <Button onClick={() => onChoose('here')}>
          <Trans>Continue with what is shown here</Trans>
        </Button>
        {fills && (
          <Button onClick={() => onChoose('both')}>
            <Trans>Combine both, mine first</Trans>
          </Button>
        )}
      </div>
    </Notice>
  )
}

function whoSaved(conflict: Conflict): string | null {
  if (conflict.kind === 'draft') return null
  const { saved } = conflict.form
  return saved === null || saved.byMe ? t`You` : saved.by
}

function Reason({ conflict, zone }: { conflict: Conflict; zone: string }) {
  if (conflict.kind === 'draft') {
    return (
      <p>
        <Trans>
          <strong>You continued this draft elsewhere.</strong> Nothing was overwritten.
        </Trans>
      </p>
    )
  }
  const { saved } = conflict.form
  return (
    <p>
      <Trans>
        <strong>{whoSaved(conflict)} saved results of this test meanwhile</strong>
        {saved && (
          <>
            {', '}
            <When at={saved.at} zone={zone} />
          </>
        )}
        . Nothing was overwritten, and what you typed is still here.
      </Trans>
    </p>
  )
}

function Value({ text, unit }: { text: string | undefined; unit: string }) {
  if (!text?.trim())
    return (
      <td className="font-400 text-s">
        <Trans>empty</Trans>
      </td>
    )
  return (
    <td>
      <span className="figures">{text}</span> <small>{sayUnit(unit)}</small>
    </td>
  )
}
