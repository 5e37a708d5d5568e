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
import type { Profile } from '#contract/access.ts'
import { classNames } from '../../../lib/class-names.ts'
import { useFinder } from '../../../ui/finder.tsx'
import { Key } from '../../../ui/key.tsx'
import css from './palette.module.css'
import { type Hit, usePaletteHits } from './use-palette-hits.ts'

/**
 * A search field with grouped hits, inside a dialog. The focus stays in the field while the arrows go through the hits.
 * What is typed is never written into the page's address.
 */
export function Palette({ me, onClose }: { me: Pick<Profile, 'role' | 'permissions'>; onClose: () => void }) {
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
        className={classNames(css.field)}
        type="search"
        onKeyDown={({ key }) => {
          // A search field would first be emptied, as nowhere else in the product.
          if (key === 'Escape') onClose()
        }}
      >
        <Label className="visually-hidden">Search</Label>
        <Input
          ref={field}
          className={classNames(css.input)}
          data-first-focus
          maxLength={200}
          placeholder="Name, reference, accession, test, setting or action"
        />
      </TextField>
      {failure && (
        <p role="alert" className={css.quiet}>
          {failure}
        </p>
      )}
      <p role="status" className={count > 0 ? 'visually-hidden' : css.quiet}>
        {pending
          ? 'Searching…'
          : count > 0
            ? `${count} found`
            : 'Nothing found. Try another word or a reference.'}
      </p>
      <ListBox className={classNames(css.list)} aria-label="Found" aria-busy={pending || undefined}>
        {groups.map(({ name, hits }) => (
          <ListBoxSection key={name} id={name} className={classNames(css.group)}>
            <Header className={css.heading}>{name}</Header>
            {hits.map((hit) => (
              <ListBoxItem
                key={hit.id}
                id={hit.id}
                textValue={hit.label}
                className={classNames(css.hit)}
                onAction={() => choose(hit)}
              >
                <span>{hit.label}</span>
                {hit.detail !== undefined && (
                  <>
                    {' '}
                    <span className={css.detail}>{hit.detail}</span>
                  </>
                )}
              </ListBoxItem>
            ))}
          </ListBoxSection>
        ))}
      </ListBox>
      <p className={css.keys}>
        Outside of fields, <Key name="?" /> shows the keys of the screen.
      </p>
    </Autocomplete>
  )
}
