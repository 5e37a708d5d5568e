import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import type { FormAnalyte } from '#contract/results.ts'
import { sayUnit } from '../../../lib/units.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { When } from '../../../ui/when.tsx'
import { type Conflict, savedAsTyped, type Typed } from './begin-draft.ts'

/**
 * What stands here beside what stands there: the same draft that went on elsewhere, or results that were saved meanwhile.
 * Nothing of either is lost before the person has chosen.
 */
export function DraftConflict({
  conflict,
  analytes,
  here,
  zone,
  hasFocus,
  onChoose,
}: {
  conflict: Conflict
  analytes: readonly FormAnalyte[]
  here: Typed
  zone: string
  /** It answers a save: the person is led to it. */
  hasFocus: boolean
  onChoose: (which: 'here' | 'there' | 'both') => void
}) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (hasFocus) notice.current?.focus()
  }, [hasFocus])
  const there = conflict.kind === 'draft' ? conflict.there : savedAsTyped(conflict.form)
  const differing = analytes.filter(
    ({ code, calculated }) => !calculated && (here[code] ?? '') !== (there[code] ?? ''),
  )
  // Together only where it says something else than either: a field that is empty here and filled there.
  const fills = differing.some(({ code }) => !here[code]?.trim() && there[code]?.trim())
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
          {differing.map(({ code, name, unit }) => (
            <tr key={code}>
              <th scope="row">{name}</th>
              <Value text={here[code]} unit={unit} />
              <Value text={there[code]} unit={unit} />
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => onChoose('there')}>
          {who === null
            ? t`Take what is kept there`
            : who === 'You'
              ? t`Take what is saved`
              : t`Take what ${who} saved`}
        </Button>
        <Button onClick={() => onChoose('here')}>
          <Trans>Go on with what stands here</Trans>
        </Button>
        {fills && (
          <Button onClick={() => onChoose('both')}>
            <Trans>Put both together, mine first</Trans>
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
          <strong>You went on with this draft elsewhere.</strong> Nothing was overwritten.
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
