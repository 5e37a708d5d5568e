import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import {
  Autocomplete,
  Header,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  TextField,
} from 'react-aria-components'
import { useFinder } from '../../../../ui/finder.tsx'
import { Key } from '../../../../ui/key.tsx'
import type { Viewer } from '../entries.ts'
import { type Hit, usePaletteHits } from './use-palette-hits.ts'

/**
 * A search field with grouped hits, inside a dialog. The focus stays in the field while the arrows go through the hits.
 * What is typed is never written into the page's address.
 */
export function Palette({ me, onClose }: { me: Viewer; onClose: () => void }) {
  const { typed, setTyped, search, enabled } = useFinder()
  const sought = typed.trim()
  const { groups, pending, failure } = usePaletteHits(me, {
    typed: sought,
    settled: search,
    enabled: enabled && sought.length >= 2,
  })
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  // The dialog may have opened before this part of the product had arrived.
  useEffect(() => field.current?.focus(), [])
  const choose = ({ link }: Hit) => {
    onClose()
    void navigate(link)
  }
  const count = groups.reduce((sum, { hits }) => sum + hits.length, 0)
  return (
    <Autocomplete inputValue={typed} onInputChange={setTyped}>
      <TextField
        className="block"
        type="search"
        onKeyDown={({ key }) => {
          // A search field would first be emptied, as nowhere else in the product.
          if (key === 'Escape') onClose()
        }}
      >
        <Label className="visually-hidden">
          <Trans>Search</Trans>
        </Label>
        <Input
          ref={field}
          className="input [&::-webkit-search-cancel-button]:hidden"
          data-first-focus
          maxLength={200}
          placeholder={t`Name, reference, accession, test, setting or action`}
        />
      </TextField>
      {failure && (
        <p role="alert" className="hint mt-3">
          {failure}
        </p>
      )}
      <p role="status" className={count > 0 ? 'visually-hidden' : 'hint mt-3'}>
        {pending
          ? t`Searching…`
          : count > 0
            ? t`${count} found`
            : t`Nothing found. Try another word or a reference.`}
      </p>
      <ListBox
        className="-mx-3 mt-3 mb-0 h-[min(440px,60dvh)] overflow-y-auto"
        aria-label={t`Found`}
        aria-busy={pending || undefined}
      >
        {groups.map(({ name, hits }) => (
          <ListBoxSection key={name} id={name} className="not-first:mt-3">
            <Header className="hint px-3 py-1 font-600">{name}</Header>
            {hits.map((hit) => (
              <ListBoxItem
                key={hit.id}
                id={hit.id}
                textValue={hit.label}
                className="wrap-anywhere flex min-h-target cursor-pointer flex-wrap items-baseline gap-x-3 rounded px-3 py-2.5 data-focused:bg-vial-soft data-hovered:bg-sunk data-focused:outline-2 data-focused:outline-focus data-focused:-outline-offset-2"
                onAction={() => choose(hit)}
              >
                <span>{hit.label}</span>
                {hit.detail !== undefined && (
                  <>
                    {' '}
                    <span className="hint">{hit.detail}</span>
                  </>
                )}
              </ListBoxItem>
            ))}
          </ListBoxSection>
        ))}
      </ListBox>
      <p className="hint mt-3 [@media(hover:none)]:hidden">
        <Trans>
          Outside of fields, <Key name="?" /> shows the keys of the screen.
        </Trans>
      </p>
    </Autocomplete>
  )
}
