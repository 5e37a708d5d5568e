import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Key } from '../../ui/key.tsx'
import { keysOfScreen, type ListedKey } from '../../ui/listed-keys.ts'
import { useShortcuts } from '../../ui/use-shortcuts.ts'
import css from './keys-dialog.module.css'

/** `?` opens the keys of the screen that is shown. */
export function KeysDialog() {
  const [keys, setKeys] = useState<readonly ListedKey[] | null>(null)
  useShortcuts({
    '?': { words: 'Show these keys', press: () => setKeys(keysOfScreen()), everywhere: true },
  })
  const own = keys?.filter(({ everywhere }) => !everywhere) ?? []
  return (
    <Dialog open={keys !== null} onClose={() => setKeys(null)} title="Keys">
      {own.length === 0 ? (
        <p>This screen has no keys of its own.</p>
      ) : (
        <KeyList heading="On this screen" keys={own} />
      )}
      <KeyList heading="Everywhere" keys={keys?.filter(({ everywhere }) => everywhere) ?? []} />
    </Dialog>
  )
}

function KeyList({ heading, keys }: { heading: string; keys: readonly ListedKey[] }) {
  return (
    <section className={css.part}>
      <h3 className={css.heading}>{heading}</h3>
      <dl className={css.keys}>
        {keys.map(({ name, words, able = true }) => (
          <div key={`${name} ${words}`} className={css.one}>
            <dt>
              <Key name={name} />
              <span className="visually-hidden">{name}</span>
            </dt>
            <dd className={able ? undefined : css.unable}>
              {words}
              {!able && ' (not possible now)'}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
