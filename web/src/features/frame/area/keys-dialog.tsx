import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { Key } from '../../../ui/key.tsx'
import { keysOfScreen, type ListedKey } from '../../../ui/listed-keys.ts'
import { useShortcuts } from '../../../ui/use-shortcuts.ts'

/** `?` opens the keys of the screen that is shown. */
export function KeysDialog() {
  const [keys, setKeys] = useState<readonly ListedKey[] | null>(null)
  useShortcuts({
    '?': { words: t`Show these keys`, press: () => setKeys(keysOfScreen()), everywhere: true },
  })
  const own = keys?.filter(({ everywhere }) => !everywhere) ?? []
  return (
    <Dialog open={keys !== null} onClose={() => setKeys(null)} title={t`Keys`}>
      {own.length === 0 ? (
        <p>
          <Trans>This screen has no keys of its own.</Trans>
        </p>
      ) : (
        <KeyList heading={t`On this screen`} keys={own} />
      )}
      <KeyList heading={t`Everywhere`} keys={keys?.filter(({ everywhere }) => everywhere) ?? []} />
    </Dialog>
  )
}

function KeyList({ heading, keys }: { heading: string; keys: readonly ListedKey[] }) {
  return (
    <section className="mt-4">
      <h3 className="hint">{heading}</h3>
      <dl>
        {keys.map(({ name, words, able = true }) => (
          <div
            key={`${name} ${words}`}
            className="grid grid-cols-[104px_minmax(0,1fr)] items-baseline gap-3 not-first:border-t py-2"
          >
            <dt>
              <Key name={name} />
              <span className="visually-hidden">{name}</span>
            </dt>
            <dd className={able ? undefined : 'text-ink-soft'}>
              {words}
              {!able && ` ${t`(not possible now)`}`}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
